/* Accounts on the screen: passwords, links, sessions and who may change whom. */

const accounts = 'server/src/domain/accounts.ts'
const links = 'server/src/store/password-links.ts'
const own = 'server/src/domain/own-account.ts'
const passwords = 'server/src/domain/passwords.ts'
const sessions = 'server/src/store/sessions.ts'
const test = 'server/test/team.test.ts'

export const people = [
  {
    guard: 'people: the last active administrator stays one',
    file: accounts,
    cut: 'if (administers && administrators === 1 && losesAdministration(change))',
    put: 'if (administers && administrators === 0 && losesAdministration(change))',
    test,
    red: 'the last active administrator can be neither disabled nor demoted',
  },
  {
    guard: 'people: a disabled account loses its link',
    file: accounts,
    cut: "  if (change.status === 'disabled') await deleteLinkOf(tx, account.id)\n",
    put: '',
    test,
    red: 'whose account is disabled is refused in one sentence',
  },
  {
    guard: 'people: a link expires',
    file: links,
    cut: ' and now() < l.expires_at\n',
    put: '\n',
    test,
    red: 'a link that expired',
  },
  {
    guard: 'people: a link works once',
    file: links,
    cut: 'delete from password_link l using admin_user u where ${works(secretHash)} returning ${fields}',
    put: 'select ${fields} from password_link l, admin_user u where ${works(secretHash)}',
    test,
    red: 'a link works once',
  },
  {
    guard: 'people: the secret of a link is not stored for a repetition',
    file: 'server/src/routes/team.ts',
    cut: 'data: { ...data, secret: null, mail: null }',
    put: 'data',
    test,
    red: 'shows no link, which is stored nowhere',
  },
  {
    guard: 'people: nobody ends a session of somebody else',
    file: sessions,
    cut: 'where u.id = s.user_id and s.user_id = ${userId} and ${isLive}',
    put: 'where u.id = s.user_id and ${isLive}',
    test,
    red: 'my sessions are mine alone',
  },
  {
    guard: 'people: a new password needs the one before it',
    file: own,
    cut: 'if (await checkPassword(current, account?.passwordHash)) return then()',
    put: 'if (current) return then()',
    test,
    red: 'a new password needs the one before it',
  },
  {
    guard: 'people: guesses at a password from an open session are counted',
    file: own,
    cut: '    await appendFailure(db, bucket)\n',
    put: '',
    test,
    red: 'guesses at the password of a session that lies open are slowed down',
  },
  {
    guard: 'people: common passwords are refused',
    file: passwords,
    cut: "return isCommon(password, known) ? problem('too_common') : undefined",
    put: 'return undefined',
    test,
    red: 'is too easy to guess',
  },
]
