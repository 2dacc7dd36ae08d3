/* What keeps reviewers working while others flood the server. */

const connections = 'server/src/http/connections.ts'
const guard = 'server/src/http/guard.ts'
const requests = 'server/test/floods.test.ts'
const sockets = 'server/test/floods-connections.test.ts'

export const floods = [
  {
    guard: 'floods: a place is taken when the body is there',
    file: 'server/src/http/concurrency.ts',
    cut: "app.addHook('preValidation',",
    put: "app.addHook('onRequest',",
    test: requests,
    red: 'with the cookie of a session that has ended',
  },
  {
    guard: 'floods: unknown cookies are looked up in a queue of their own',
    file: guard,
    cut: 'if (!known.includes(request)) await',
    put: 'if (!known) await',
    test: requests,
    red: 'requests with made-up cookies, from one address',
  },
  {
    guard: 'floods: a session that ended is no longer taken for a live one',
    file: guard,
    cut: '        known.remember(secret, found !== undefined)\n',
    put: '',
    test: requests,
    red: 'a signed-out session’s cookie',
  },
  {
    guard: 'floods: networks take turns',
    file: 'server/src/domain/fair-limit.ts',
    cut: '      queues.delete(key)\n      queues.set(key, rest)\n',
    put: '',
    test: requests,
    red: 'networks take turns',
  },
  {
    guard: 'floods: a known device does not wait behind guesses',
    file: 'server/src/domain/sign-in.ts',
    cut: 'came !== undefined && isDeviceOf(secrets, came, phone)',
    put: 'came !== undefined && came === phone',
    test: requests,
    red: 'a known device signs in before',
  },
  {
    guard: 'floods: one network has a share of the connections',
    file: connections,
    cut: 'own.size > atMost.perNetwork',
    put: 'own.size > atMost.connections',
    test: sockets,
    red: 'one address keeps a share',
  },
  {
    guard: 'floods: idle connections of a proxy belong to no client',
    file: connections,
    cut: '      if (connection.fromProxy && isIdle(connection)) uncount(connection)\n',
    put: '',
    test: sockets,
    red: 'a trusted proxy may keep',
  },
  {
    guard: 'floods: a proxy’s client has a share of the connections',
    file: connections,
    cut: '    count(connection, networkOf(request.ip))\n',
    put: '',
    test: sockets,
    red: 'a trusted proxy may keep',
  },
  {
    guard: 'floods: there is an end of connections',
    file: connections,
    cut: 'if (all.size <= atMost.connections) return',
    put: 'if (all.size > 0) return',
    test: sockets,
    red: 'idle connections by the thousand, from 200 addresses',
  },
  {
    guard: 'floods: connections of signed-in people are closed last',
    file: connections,
    cut: '!one.hasSession && one !== newcomer',
    put: 'one !== newcomer',
    test: sockets,
    red: 'idle connections by the thousand, from 200 addresses',
  },
  {
    guard: 'floods: slow requests are looked for every second',
    file: connections,
    cut: '  connectionsCheckingInterval: 1000,\n',
    put: '',
    test: sockets,
    red: 'half a header and half a body',
  },
  {
    guard: 'floods: a client cannot keep a connection that was ended',
    file: 'server/src/http/open-app.ts',
    cut: 'socket.destroySoon()',
    put: 'socket.end()',
    test: sockets,
    red: 'half a header and half a body',
  },
]
