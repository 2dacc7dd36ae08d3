import { Agent, request } from 'node:http'
import { connect } from 'node:net'

/* HTTP as bytes, for what `fetch` would tidy up or refuse to send. */

export interface RawAnswer {
  /** 0: the connection ended without an answer. */
  status: number
  headers: Map<string, string>
  body: string
}

export function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers,
    body: rest.join('\r\n\r\n'),
  }
}

/** Sends bytes, and takes all that comes back until the server hangs up or nothing has come for a while. */
export function sendBytes(
  url: string,
  bytes: string | Buffer,
  patience = 1000,
  patienceForFirst = patience,
): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const parts: Buffer[] = []
    const end = () => {
      socket.destroy()
      resolve(Buffer.concat(parts).toString('latin1'))
    }
    socket.setTimeout(patienceForFirst, end)
    socket.on('data', (part) => {
      socket.setTimeout(patience)
      parts.push(part)
    })
    socket.on('error', end)
    socket.on('close', end)
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  })
}

/** One request, spelt exactly so; the connection is closed after it. */
export async function sendRequest(
  url: string,
  line: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<RawAnswer> {
  const all = {
    host: new URL(url).host,
    connection: 'close',
    ...(body && { 'content-length': String(Buffer.byteLength(body, 'latin1')) }),
    ...headers,
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const bytes = `${[line, ...head].join('\r\n')}\r\n\r\n${body}`
  // A busy machine may take its time; only a stream is silent after it has begun.
  return parseAnswer(await sendBytes(url, bytes, 1000, 20_000))
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** A well-formed request with exactly these headers: `fetch` adds and replaces some of its own. */
export function sendPlain(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent }, (response) => {
      const parts: Buffer[] = []
      const answer = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: new Map(
            Object.entries(response.headers).map(([name, value]) => [name, `${value}`]),
          ),
          body: Buffer.concat(parts).toString(),
        })
      const endless = response.headers['content-type']?.startsWith('text/event-stream')
      response.on('data', (part: Buffer) => {
        parts.push(part)
        if (!endless) return
        answer()
        response.destroy()
      })
      response.on('error', reject)
      response.on('end', answer)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
