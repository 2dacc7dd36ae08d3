/* Second factors: what makes a code, a passkey or a ticket work once, for its owner, in time. */

const store = 'server/src/store/factors.ts'
const tickets = 'server/src/store/sign-in-tickets.ts'
const step = 'server/src/domain/second-step.ts'
const own = 'server/src/domain/own-factors.ts'
const passkeys = 'server/src/domain/passkeys.ts'
const test = 'server/test/factors.test.ts'
const more = 'server/test/factors-passkeys.test.ts'
const totp = 'server/src/domain/totp.ts'

export const factors = [
  {
    guard: 'factors: what is no six digits is not compared',
    file: totp,
    cut: '  if (!/^[0-9]{6}$/.test(code)) return undefined\n',
    put: '',
    test,
    red: 'what is no six digits is a wrong code',
  },
  {
    guard: 'factors: a code of an app is taken once',
    file: store,
    cut: 'where user_id = ${userId} and last_step < ${step}',
    put: 'where user_id = ${userId}',
    test,
    red: 'a code that was taken is refused',
  },
  {
    guard: 'factors: a recovery code works once',
    file: store,
    cut: 'delete from recovery_code where user_id = ${userId} and code_hash = ${hash} returning user_id',
    put: 'select user_id from recovery_code where user_id = ${userId} and code_hash = ${hash}',
    test,
    red: 'a recovery code works once',
  },
  {
    guard: 'factors: a ticket works once',
    file: step,
    cut: '    await deleteTicket(tx, secretHash)\n',
    put: '',
    test,
    red: 'one ticket is used by two with two good proofs',
  },
  {
    guard: 'factors: a ticket ends with time and with tries',
    file: tickets,
    cut: ' and now() < t.expires_at and t.tries < ${most}',
    put: ' and ${most} > 0',
    test,
    red: 'a ticket ends',
  },
  {
    guard: 'factors: a ticket ends with a change of the account',
    file: tickets,
    cut: " and u.status = 'active' and u.auth_epoch = t.auth_epoch",
    put: '',
    test,
    red: 'a ticket ends',
  },
  {
    guard: 'factors: guesses at six digits are counted',
    file: step,
    cut: '      for (const bucket of buckets) await appendFailure(tx, bucket)\n',
    put: '',
    test,
    red: 'guesses at the digits are slowed down',
  },
  {
    guard: 'factors: a known device has its own count',
    file: step,
    cut: "const key = device ? `factor device:${device.toString('hex')}` : `factor:${userId}`",
    put: 'const key = `factor:${userId}`',
    test,
    red: 'guesses at the digits are slowed down',
  },
  {
    guard: 'factors: a clock is one step off at most',
    file: totp,
    cut: 'const window = 1\n',
    put: 'const window = 3\n',
    test,
    red: 'may be one step ahead or behind',
  },
  {
    guard: 'factors: the password is typed again before a change',
    file: own,
    cut: '  await lockAccount(tx, by.id)\n  if (!(await getConfirmed(tx, by.sessionId, confirmedMinutes)))\n',
    put: '  await lockAccount(tx, by.id)\n  if (!(await getConfirmed(tx, by.sessionId, 60)))\n',
    test,
    red: 'factors change only shortly after the password was typed',
  },
  {
    guard: 'factors: a passkey signs the challenge of its ticket',
    file: passkeys,
    cut: '    response,\n    expectedChallenge: challenge,\n    expectedOrigin: place.origins,\n    expectedRPID: place.rpId,\n    requireUserVerification: false,\n    credential: {',
    put: '    response,\n    expectedChallenge: () => true,\n    expectedOrigin: place.origins,\n    expectedRPID: place.rpId,\n    requireUserVerification: false,\n    credential: {',
    test: more,
    red: 'is the second step',
  },
  {
    guard: 'factors: nobody removes the passkey of another',
    file: store,
    cut: 'delete from passkey where id = ${id} and user_id = ${userId} returning id',
    put: 'delete from passkey where id = ${id} and ${userId} > 0 returning id',
    test: more,
    red: 'belongs to one person',
  },
  {
    guard: 'factors: a role that needs one is served nothing before',
    file: 'server/src/http/guard.ts',
    cut: 'if (!policy.enrolment && needsFactor(',
    put: 'if (!policy.needs && needsFactor(',
    test: more,
    red: 'a role that needs a factor',
  },
  {
    guard: 'factors: a role that needs one keeps the last one',
    file: own,
    cut: "  if (isRequired) throw new Refusal('last_factor')\n",
    put: '',
    test: more,
    red: 'a role that needs a factor',
  },
]
