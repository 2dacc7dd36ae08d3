/* What the server may refuse about accounts: passwords, links and roles. */

export const peopleRefusals = {
  // Not 401: that would be the end of the session.
  wrong_password: {
    code: 400,
    http: 200,
    says: { en: 'The current password is wrong', 'zh-CN': '当前密码错误' },
  },
  phone_taken: {
    code: 409,
    http: 200,
    says: {
      en: 'There is an account with this phone number already',
      'zh-CN': '该手机号已有账号',
    },
  },
  account_disabled: {
    code: 409,
    http: 200,
    says: { en: 'This account is disabled', 'zh-CN': '该账号已停用' },
  },
  last_administrator: {
    code: 409,
    http: 200,
    says: { en: 'This is the last active administrator', 'zh-CN': '这是最后一位启用中的管理员' },
  },
  link_ended: {
    code: 404,
    http: 200,
    says: {
      en: 'This link does not work any more. Ask an administrator for a new one',
      'zh-CN': '该链接已失效，请联系管理员重新获取',
    },
  },
} as const

export const peopleProblems = {
  too_short: { en: 'must have at least {0} characters', 'zh-CN': '至少需要 {0} 个字符' },
  too_common: {
    en: 'is too easy to guess: it is made of common words or your own details',
    'zh-CN': '过于简单：由常见词语或您的个人信息组成',
  },
  same_password: { en: 'is the password you have now', 'zh-CN': '与当前密码相同' },
  picture: {
    en: 'must be a WebP or JPEG of 256 by 256 pixels, at most 36 kB, with nothing else in it',
    'zh-CN': '必须是 256×256 像素的 WebP 或 JPEG，不超过 36 kB，且不含其他数据',
  },
  phone: { en: 'must be 5 to 20 digits', 'zh-CN': '必须是 5 到 20 位数字' },
  email: {
    en: 'must be an e-mail address like name@example.com',
    'zh-CN': '必须是形如 name@example.com 的邮箱地址',
  },
  no_mail: {
    en: 'cannot be used: this server sends no mail (SMTP_URL is not set)',
    'zh-CN': '无法使用：本服务器不发送邮件（未设置 SMTP_URL）',
  },
} as const
