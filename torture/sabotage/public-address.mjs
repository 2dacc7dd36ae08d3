/* What is for this machine alone, and what a server says and does when it is asked oddly or stops. */

const machine = 'server/src/http/this-machine.ts'
const publicAddress = 'server/test/public-address.test.ts'

export const publicAddressGuards = [
  {
    guard: 'a header that proxies add means that a request is not from this machine',
    file: machine,
    cut: '    !names.some((name) => addedByProxies.some((pattern) => pattern.test(name)))',
    put: '    names.length > 0',
    test: publicAddress,
    red: 'a request with X-Real-IP',
  },
  {
    guard: 'a request for another name is not from this machine',
    file: machine,
    cut: 'isLoopback(hostOf(request)) &&',
    put: '',
    test: publicAddress,
    red: 'asked by its public name',
  },
  {
    guard: 'an HTTP/1.0 request is not from this machine',
    file: machine,
    cut: "request.raw.httpVersion === '1.1' &&",
    put: '',
    test: publicAddress,
    red: 'an HTTP/1.0 request',
  },
  {
    guard: 'demo accounts are offered to this machine alone',
    file: 'server/src/routes/operations.ts',
    cut: 'offersDemo && isFromThisMachine(request) &&',
    put: 'offersDemo &&',
    test: publicAddress,
    red: 'a request with X-Forwarded-For is',
  },
  {
    guard: 'demo accounts sign in on this machine alone',
    file: 'server/src/domain/sign-in.ts',
    cut: 'account?.demo && !attempt.fromThisMachine',
    put: 'account?.demo && !attempt',
    test: publicAddress,
    red: 'a request with Via',
  },
  {
    guard: 'demo data is not for a public address',
    file: 'server/src/config.ts',
    cut: 'if (demoData && !loopbackOnly)',
    put: 'if (demoData && !host)',
    test: 'server/test/config.test.ts',
    red: 'demo data is for addresses that only this machine can reach',
  },
  {
    guard: 'metrics are not for what a proxy hands on',
    file: 'server/src/http/guard.ts',
    cut: 'token === undefined && isFromThisMachine(request) &&',
    put: 'token === undefined && isLoopback(request.ip) &&',
    test: 'server/test/answer-headers.test.ts',
    red: 'metrics are for this machine',
  },
  {
    guard: 'a request without a Host is refused in our own words',
    file: 'server/src/app.ts',
    cut: ', requireHostHeader: false',
    put: '',
    test: 'server/test/answer-headers.test.ts',
    red: 'without a Host, or with an Expect',
  },
  {
    guard: 'an Expect that nobody knows is refused in our own words',
    file: 'server/src/app.ts',
    cut: "  app.server.on('checkExpectation', app.routing)\n",
    put: '',
    test: 'server/test/answer-headers.test.ts',
    red: 'without a Host, or with an Expect',
  },
  {
    guard: 'a request without a Host is refused at all',
    file: 'server/src/http/guard.ts',
    cut: '    refuseOddRequest(request, reply)\n',
    put: '',
    test: 'server/test/answer-headers.test.ts',
    red: 'without a Host, or with an Expect',
  },
]
