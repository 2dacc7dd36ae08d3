import { once } from 'node:events'
import { connect } from 'node:net'
import { percentile } from './measure.mjs'

const isRight = /^HTTP\/1\.1 200 /
const lengthOf = /\r\ncontent-length: (\d+)\r\n/i
const headEnd = '\r\n\r\n'

/** One connection: sends the same request again as soon as it is answered, until time is over. */
async function keepAsking({ hostname, port }, request, until, answered) {
  const socket = connect({ host: hostname, port, noDelay: true })
  await once(socket, 'connect')
  let began = 0
  let head = ''
  let missing = 0
  const ask = () => {
    began = performance.now()
    if (began >= until) return socket.end()
    head = ''
    missing = 0
    socket.write(request)
  }
  socket.on('data', (chunk) => {
    if (missing > 0) missing -= chunk.length
    else {
      head += chunk.latin1Slice()
      const end = head.indexOf(headEnd)
      const length = end > 0 && lengthOf.exec(head)?.[1]
      if (!length) return
      missing = Number(length) - (head.length - end - headEnd.length)
    }
    if (missing > 0) return
    answered(performance.now() - began, isRight.test(head))
    ask()
  })
  ask()
  await once(socket, 'close')
  if (performance.now() < until) throw new Error('the server closed the connection')
}

/**
 * How often a request is answered on so many connections: per second, and how long one takes. On bare
 * sockets, because the load generator shares the processors with the server.
 */
export async function fire(address, { connections, seconds, method, headers = {}, body = '' }) {
  const { hostname, port, host, pathname } = new URL(address)
  const lines = Object.entries({ host, 'content-length': Buffer.byteLength(body), ...headers })
  const request = Buffer.from(
    `${method} ${pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}${headEnd}${body}`,
  )
  const taken = []
  let wrong = 0
  const start = performance.now()
  const one = () =>
    keepAsking({ hostname, port }, request, start + seconds * 1000, (ms, right) => {
      taken.push(ms)
      if (!right) wrong += 1
    })
  const all = await Promise.allSettled(Array.from({ length: connections }, one))
  wrong += all.filter(({ status }) => status === 'rejected').length
  const elapsed = (performance.now() - start) / 1000
  return { perSecond: taken.length / elapsed, p99: percentile(taken, 0.99), wrong }
}
