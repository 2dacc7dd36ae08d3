/* What the server may refuse about roles. */

export const roleRefusals = {
  role_name_taken: {
    code: 409,
    http: 200,
    says: { en: 'There is a role with this name already', 'zh-CN': '已有同名角色' },
  },
  role_built_in: {
    code: 409,
    http: 200,
    says: {
      en: 'This role comes with the product and stays as it is',
      'zh-CN': '这是系统自带的角色，不能修改',
    },
  },
  role_in_use: {
    code: 409,
    http: 200,
    says: {
      en: 'Accounts have this role: {count}. Give them another one first',
      'zh-CN': '还有 {count} 个账号使用该角色，请先更换它们的角色',
    },
  },
  too_many_roles: {
    code: 409,
    http: 200,
    says: { en: 'There are {most} roles already', 'zh-CN': '角色数量已达上限 {most} 个' },
  },
  more_than_own: {
    code: 409,
    http: 200,
    says: {
      en: 'This needs permissions that you do not have yourself',
      'zh-CN': '这需要您自己没有的权限',
    },
  },
} as const
