/* Single sign-on: what a provider, a stranger's browser or a message must not be able to do. */

const store = 'server/src/store/sso.ts'
const domain = 'server/src/domain/sso.ts'
const claims = 'server/src/domain/sso-claims.ts'
const asked = 'server/src/http/identity-provider.ts'
const test = 'server/test/sso.test.ts'
const logout = 'server/test/sso-logout.test.ts'

export const sso = [
  {
    guard: 'sso: a sign-in belongs to the browser that started it',
    file: store,
    cut: 'where state_hash = ${stateHash} and browser_hash = ${browserHash}',
    put: 'where state_hash = ${stateHash} and ${browserHash}::bytea is not null',
    test,
    red: 'a tampered state, another browser',
  },
  {
    guard: 'sso: a sign-in comes back in ten minutes',
    file: store,
    cut: '  return found?.open ? found : undefined\n',
    put: '  return found\n',
    test,
    red: 'a sign-in ends with its ten minutes',
  },
  {
    guard: 'sso: without a rule nobody has a role',
    file: claims,
    cut: '  return roles.find(({ value }) => values.includes(value))?.result\n',
    put: "  return roles.find(({ value }) => values.includes(value))?.result ?? 'reviewer'\n",
    test,
    red: 'no rule fits',
  },
  {
    guard: 'sso: only a verified phone number links an account',
    file: claims,
    cut: 'claims.phone_number_verified !== true || ',
    put: '',
    test,
    red: 'linked by its verified phone number alone',
  },
  {
    guard: 'sso: an account has one subject of a provider',
    file: domain,
    cut: '  const identity = await insertIdentity(tx, person.issuer, person.subject, account.id)\n',
    put: '  const identity = { id: 1, userId: account.id }\n',
    test,
    red: 'linked by its verified phone number alone',
  },
  {
    guard: 'sso: no password opens an account that has a handle',
    file: 'server/src/domain/sign-in.ts',
    cut: 'const allowed = !isHandle(phone) && ',
    put: 'const allowed = ',
    test,
    red: 'an account of the provider has no password',
  },
  {
    guard: 'sso: a logout message is obeyed once',
    file: domain,
    cut: '    if (!isNew) return false\n',
    put: '',
    test: logout,
    red: 'a message of the provider is obeyed once',
  },
  {
    guard: 'sso: an ID token is no logout message',
    file: asked,
    cut: 'if (!isLogout || nonce !== undefined || !id',
    put: 'if (!isLogout || !id',
    test: logout,
    red: 'is refused and changes nothing',
  },
  {
    guard: 'sso: with passwords off only one account has one',
    file: 'server/src/domain/sign-in.ts',
    cut: '(rule.passwordSignIn || phone === rule.breakGlassPhone)',
    put: "(rule.passwordSignIn || phone !== '')",
    test: logout,
    red: 'with passwords off',
  },
  {
    guard: 'sso: the provider has no say over the break-glass account',
    file: domain,
    cut: '  const usable = phone !== rules.breakGlassPhone ? phone : undefined\n',
    put: '  const usable = phone\n',
    test: logout,
    red: 'with passwords off',
  },
  {
    guard: 'sso: no host is asked that nobody has named',
    file: asked,
    cut: 'if (!isSafe || !known.has(url.host))',
    put: 'if (!isSafe)',
    test: logout,
    red: 'names strangers’ hosts',
  },
]
