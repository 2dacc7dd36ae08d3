/* What the server may refuse about second factors. */

export const factorRefusals = {
  // With a ticket in its data: the password was right.
  second_factor: {
    code: 428,
    http: 200,
    says: { en: 'A second factor is needed', 'zh-CN': '需要进行第二步验证' },
  },
  ticket_ended: {
    code: 410,
    http: 200,
    says: {
      en: 'This sign-in has taken too long or too many tries. Start again',
      'zh-CN': '本次登录已超时或尝试次数过多，请重新登录',
    },
  },
  // One sentence for all: it must not say which of them it was.
  wrong_code: {
    code: 400,
    http: 200,
    says: { en: 'The code is wrong or was used already', 'zh-CN': '验证码错误或已使用过' },
  },
  wrong_passkey: {
    code: 400,
    http: 200,
    says: { en: 'This passkey was not accepted', 'zh-CN': '通行密钥验证未通过' },
  },
  confirm_password: {
    code: 428,
    http: 200,
    says: { en: 'Type your password again first', 'zh-CN': '请先重新输入密码' },
  },
  setup_ended: {
    code: 410,
    http: 200,
    says: { en: 'This took too long. Start again', 'zh-CN': '操作已超时，请重新开始' },
  },
  last_factor: {
    code: 409,
    http: 200,
    says: {
      en: 'Your role needs a second factor. Add another one first',
      'zh-CN': '您的角色必须启用两步验证，请先添加另一种方式',
    },
  },
  no_factor: {
    code: 409,
    http: 200,
    says: { en: 'Add a second factor first', 'zh-CN': '请先启用两步验证' },
  },
  too_many_passkeys: {
    code: 409,
    http: 200,
    says: {
      en: 'There are {most} passkeys already; remove one first',
      'zh-CN': '已有 {most} 个通行密钥，请先移除一个',
    },
  },
  passkeys_impossible: {
    code: 409,
    http: 200,
    says: {
      en: 'Passkeys need an https address with a host name',
      'zh-CN': '通行密钥需要使用带域名的 https 地址',
    },
  },
  factor_required: {
    code: 428,
    http: 403,
    says: {
      en: 'Your role needs a second factor. Reload the page to add one',
      'zh-CN': '您的角色必须启用两步验证，请刷新页面进行设置',
    },
  },
} as const
