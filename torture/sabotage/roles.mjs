/* Roles made of permissions: who may do what, and who may give it to whom. */

const accounts = 'server/src/domain/accounts.ts'
const guard = 'server/src/http/guard.ts'
const review = 'server/src/domain/review.ts'
const roles = 'server/src/domain/roles.ts'
const team = 'server/src/domain/team.ts'
const test = 'server/test/roles.test.ts'
const escalation = 'server/test/roles-escalation.test.ts'

export const roleGuards = [
  {
    guard: 'a member’s page leaves out what a role may not see',
    file: 'server/src/domain/members.ts',
    cut: '=> hasAny(own, seeing(item.queue))',
    put: '=> item !== undefined',
    test: 'server/test/members.test.ts',
    red: 'what a role may not see is left out',
  },
  {
    guard: 'roles: a call that all queues share asks for the permission of its queue',
    file: 'server/src/http/serve.ts',
    cut: 'if (call.needsFor) refuse',
    put: 'if (!call) refuse',
    test,
    red: 'a call that all queues share serves the queue it is of',
  },
  {
    guard: 'roles: a decision needs the permission of its action',
    file: review,
    cut: "if (who && !hasAny(by.permissions ?? [], [who])) throw new Refusal('forbidden')",
    put: '',
    test: 'server/test/roles-domain.test.ts',
    red: 'nobody decides without the permission',
  },
  {
    guard: 'roles: a lease is no permission',
    file: review,
    cut: "if (!hasAny(by.permissions ?? [], deciding(queue))) throw new Refusal('forbidden')",
    put: '',
    test,
    red: 'what is held may be decided on',
  },
  {
    guard: 'roles: an own role has what is stored for it, and no more',
    file: 'contract/src/permissions.ts',
    cut: 'isBuiltIn(role) ? builtInRoles[role] : own.filter(isPermission)',
    put: 'isBuiltIn(role) ? builtInRoles[role] : builtInRoles.reviewer',
    test,
    red: 'acts on the next request',
  },
  {
    guard: 'roles: the role itself can ask for a second factor',
    file: guard,
    cut: 'return roleNeedsFactor || requireSecondFactor',
    put: 'return requireSecondFactor',
    test,
    red: 'leads people through enrolment',
  },
  {
    guard: 'roles: a built-in role stays as it is',
    file: roles,
    cut: "if (isBuiltIn(key)) throw new Refusal('role_built_in')",
    put: '',
    test,
    red: 'is refused for a built-in role',
  },
  {
    guard: 'roles: a role that accounts have is not removed',
    file: roles,
    cut: "if (count > 0) throw new Refusal('role_in_use', { count })",
    put: '',
    test,
    red: 'only while no account has it',
  },
  {
    guard: 'roles: a change needs the password, shortly before',
    file: roles,
    cut: "if (!typed && by !== operator) throw new Refusal('confirm_password')",
    put: 'void typed',
    test,
    red: 'needs the password, shortly before',
  },
  {
    guard: 'roles: nobody gives more than they have',
    file: accounts,
    cut: "if (!hasAll(by.permissions ?? [], wanted)) throw new Refusal('more_than_own')",
    put: '',
    test: escalation,
    red: 'by making, widening or removing a role',
  },
  {
    guard: 'roles: nobody has power over an account that may do more',
    file: accounts,
    cut: 'if (role) refuseStronger(by, role)',
    put: '',
    test: escalation,
    red: 'by way of an account',
  },
  {
    guard: 'roles: a role to give is checked like one to change',
    file: team,
    cut: '  refuseStronger(by, role)\n}\n\nexport async function setTeamRole',
    put: '}\n\nexport async function setTeamRole',
    test: escalation,
    red: 'by way of an account',
  },
  {
    guard: 'roles: an export ends with its permission',
    file: 'server/src/http/serve-stream.ts',
    cut: 'if (!hasAny(live.permissions, permissionsIn(call.needs)))',
    put: 'if (!live.permissions)',
    test: 'server/test/event-export.test.ts',
    red: 'or its role loses the permission',
  },
  {
    guard: 'roles: a stream tells of queues that its reader sees',
    file: 'server/src/jobs/live-streams.ts',
    cut: 'hasAny(permissions, seeing(queue))',
    put: 'hasAny(permissions, seeing(queue)) || true',
    test: 'server/test/roles-live.test.ts',
    red: 'nothing of queues that they do not see',
  },
]
