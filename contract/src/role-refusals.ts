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
  second_person: {
    code: 423,
    http: 200,
    says: {
      en: 'Your role asks for a second person here. Ask one to confirm it',
      'zh-CN': '按您的角色规定，此操作需由另一人复核。请提交复核申请',
    },
  },
  no_second_person: {
    code: 409,
    http: 200,
    says: {
      en: 'There is nobody else who could confirm it: two active accounts that may do this are needed',
      'zh-CN': '没有其他人可以复核：至少需要两个拥有此权限的启用账号',
    },
  },
  own_confirmation: {
    code: 409,
    http: 200,
    says: {
      en: 'You asked for this yourself: somebody else has to confirm it',
      'zh-CN': '这是您自己提交的申请，需由其他人复核',
    },
  },
  confirmation_ended: {
    code: 409,
    http: 200,
    says: {
      en: 'This request is not open any more',
      'zh-CN': '该申请已处理或已失效',
    },
  },
  already_asked: {
    code: 409,
    http: 200,
    says: {
      en: '{by} has asked a second person for this already',
      'zh-CN': '{by} 已提交过此申请',
    },
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
