import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { sessionCalls } from '@screening-room/contract/session'
import { videoCalls } from '@screening-room/contract/videos'
import { Client } from './client.ts'
import { addVideos } from './items.ts'
import { startServer, type TestServer, testPassword } from './server.ts'
import { addPerson, addSession, newSecret, sessionCookie } from './sessions.ts'

/* Requests and sockets by the hundred from people without a session, and reviewers who work meanwhile. */

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Where the nth caller comes from. */
export interface Origin {
  localAddress: string
  headers: Record<string, string>
}

/** The same flood from one address, from 200, and from 200 clients of a proxy that the server trusts. */
export const ways: [
  name: string,
  way: { env: Record<string, string>; from: (n: number) => Origin },
][] = [
  ['one address', { env: {}, from: () => ({ localAddress: '127.0.0.1', headers: {} }) }],
  [
    '200 addresses',
    { env: {}, from: (n) => ({ localAddress: `127.0.9.${1 + (n % 200)}`, headers: {} }) },
  ],
  [
    '200 clients of a proxy',
    {
      env: { TRUST_PROXY: '127.0.0.1' },
      from: (n) => ({
        localAddress: '127.0.0.1',
        headers: { 'x-forwarded-for': `10.0.9.${1 + (n % 200)}` },
      }),
    },
  ],
]

export const oneEach = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

/** One request, on a connection of its own unless an agent keeps one: its HTTP status, 0 where none came. */
export function ask(
  url: string,
  { localAddress, headers }: Origin,
  path: string,
  more: { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent } = {},
): Promise<number> {
  const { hostname, port } = new URL(url)
  const { method = 'GET', body, agent = false } = more
  const all = { ...headers, ...more.headers }
  return new Promise((resolve) => {
    const sent = request(
      { hostname, port, path, method, localAddress, headers: all, agent },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', () => resolve(0))
      },
    )
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

/**
 * So many callers, each on a connection that is open already, who all ask at the same moment, again and
 * again until the work is done. It begins right behind their requests.
 */
export async function during<T>(
  callers: number,
  send: (n: number, agent: Agent) => Promise<number>,
  work: () => Promise<T>,
): Promise<{ done: T; statuses: number[] }> {
  const agents = oneEach(callers, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const burst = () => Promise.all(agents.map((agent, n) => send(n, agent)))
  const statuses = await burst()
  let working = true
  const bursts = async () => {
    while (working) statuses.push(...(await burst()))
  }
  const flooding = bursts()
  const done = await work().finally(() => {
    working = false
  })
  await flooding
  for (const agent of agents) agent.destroy()
  return { done, statuses }
}

/** A list, in form, by somebody whose cookie is made up. */
export const askWithMadeUpCookie = (
  url: string,
  origin: Origin,
  agent: Agent,
  path: string,
  method = 'POST',
) =>
  ask(url, origin, path, {
    agent,
    method,
    headers: { ...form, cookie: `${sessionCookie}=${newSecret()}`, authorization: 'Bearer 113' },
    ...(method === 'POST' && { body: 'page=1&pageSize=10' }),
  })

/** A wrong password for a number that nobody has. */
export const guess = (url: string, origin: Origin, agent: Agent) =>
  ask(url, origin, sessionCalls.login.path, {
    agent,
    method: 'POST',
    headers: form,
    body: `phone=138${String(Math.random()).slice(2, 10)}&pwd=a guess that is wrong`,
  })

/** How many connections the server has. */
export const connections = ({ app }: TestServer): Promise<number> =>
  promisify<number>((done) => app.server.getConnections((error, n) => done(error, n ?? 0)))()

export interface Held {
  socket: Socket
  /** What the server said on it. */
  said: string
  closed: boolean
}

/** Sockets on which these bytes are sent, and nothing after them. */
export async function hold(
  url: string,
  origins: readonly Origin[],
  bytes: (origin: Origin) => string,
): Promise<{ sockets: Held[]; open(): number; stop(): void }> {
  const { hostname, port } = new URL(url)
  const sockets = origins.map((origin) => {
    const { localAddress } = origin
    // Its own side stays open, whatever the server does.
    const socket = connect({
      host: hostname,
      port: Number(port),
      localAddress,
      allowHalfOpen: true,
    })
    const held: Held = { socket, said: '', closed: false }
    socket.on('data', (part) => {
      held.said += part
    })
    socket.on('error', () => {})
    for (const event of ['end', 'close'])
      socket.on(event, () => {
        held.closed = true
      })
    socket.write(bytes(origin))
    return held
  })
  // Sent, however long the server takes to accept them.
  await Promise.all(
    sockets.map(
      ({ socket, closed }) =>
        closed || !socket.connecting || new Promise((done) => socket.once('connect', done)),
    ),
  )
  return {
    sockets,
    open: () => sockets.filter(({ closed }) => !closed).length,
    stop: () => {
      for (const { socket } of sockets) socket.destroy()
    },
  }
}

/** A request whose body never comes whole. */
export const slowBody =
  (path: string, secret = newSecret()) =>
  ({ headers }: Origin) =>
    `${[
      `POST ${path} HTTP/1.1`,
      'host: 127.0.0.1',
      `cookie: ${sessionCookie}=${secret}`,
      'content-type: application/x-www-form-urlencoded',
      'content-length: 20',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ].join('\r\n')}\r\n\r\np`

export interface Staff {
  server: TestServer
  reviewer: Client
  /** Signs in from a device that this account has signed in from before. */
  owner: Client
}

/** Nobody here asks again when told that the server is busy: that would hide what is looked for. */
export async function startStaffed(env: Record<string, string>): Promise<Staff> {
  const server = await startServer({ env, slowPasswords: true })
  const [reviewer, owner] = [await server.signIn(), await server.signIn()]
  return { server, reviewer, owner }
}

/** Signed in elsewhere: this process has never seen the session, nor created its cookie. */
export async function newcomer(
  { owner, ...server }: TestServer,
  url = server.url,
): Promise<Client> {
  const person = await addPerson(owner)
  const client = new Client(url)
  client.cookies.set(sessionCookie, await addSession(owner, person.id))
  client.token = person.token
  return client
}

/** What reviewers do all day, all at once; the answers' codes by what was done. */
export async function work({ server, reviewer, owner }: Staff): Promise<() => Promise<object>> {
  const [videoId = 0] = await addVideos(server.owner, 1)
  const other = await newcomer(server)
  return async () => {
    const done = {
      list: reviewer.send(videoCalls.project.list, {}),
      approve: reviewer.send(videoCalls.project.approve, { videoId }),
      'user info': reviewer.send(sessionCalls.userInfo, {}),
      'list of a new session': other.send(videoCalls.project.list, {}),
      'sign-in from a known device': owner.send(sessionCalls.login, {
        phone: owner.phone,
        pwd: testPassword,
      }),
    }
    const answers = await Promise.all(
      Object.entries(done).map(async ([name, answer]) => [name, (await answer).code]),
    )
    return Object.fromEntries(answers)
  }
}

export const allDone = {
  list: 200,
  approve: 200,
  'user info': 200,
  'list of a new session': 200,
  'sign-in from a known device': 200,
}

const lists = 20
/** The codes of many lists, one after the other. */
export async function readLists(reviewer: Client): Promise<number[]> {
  const codes: number[] = []
  while (codes.length < lists) codes.push((await reviewer.send(videoCalls.project.list, {})).code)
  return codes
}
export const allRead = Array(lists).fill(200)
