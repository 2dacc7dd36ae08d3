import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { networkOf } from '../domain/networks.ts'
import type { KnownSessions } from './known-sessions.ts'

/** Connections that have not had a live session: their share of one network. Those with one are not counted. */
const atMost = { connections: 2000, perNetwork: 200 }

/** A slow header or body ends within ten seconds: Node looks for them at this interval. */
export const serverTimeouts = {
  headersTimeout: 6000,
  requestTimeout: 8000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
}

interface Connection {
  socket: Socket
  fromProxy: boolean
  /** Where it is counted: its peer's network, behind a proxy that of the client who is asking. */
  network: string | undefined
  /** It has had a live session; a proxy's has one for its latest request. */
  hasSession: boolean
  /** Requests without a complete answer. A live stream is one. */
  open: Set<FastifyRequest>
  /** Those of them that wait for us, rather than for the rest of their body or for a slow reader. */
  working: Set<FastifyRequest>
}

const isIdle = ({ open }: Connection) => open.size === 0
const isWaiting = ({ working }: Connection) => working.size === 0

const named: Record<string, string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

function proxiesOf(trustProxy: string | undefined): BlockList {
  const list = new BlockList()
  const networks = (trustProxy?.split(',') ?? []).map((part) => part.trim())
  for (const network of networks.flatMap((name) => named[name] ?? [name])) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/**
 * Keeps room for new visitors: when there are too many connections, of one network or in all, the one
 * that has been unused for the longest is closed. Those of signed-in people come last.
 */
export function limitConnections(app: FastifyInstance, config: Config, known: KnownSessions): void {
  const proxies = proxiesOf(config.trustProxy)
  /** Both in the order of last use. */
  const all = new Map<Socket, Connection>()
  const byNetwork = new Map<string, Set<Connection>>()

  function uncount(connection: Connection): void {
    if (connection.network === undefined) return
    const others = byNetwork.get(connection.network)
    others?.delete(connection)
    if (others?.size === 0) byNetwork.delete(connection.network)
    connection.network = undefined
  }

  function count(connection: Connection, network: string): void {
    uncount(connection)
    connection.network = network
    const others = byNetwork.get(network)
    if (others) others.add(connection)
    else byNetwork.set(network, new Set([connection]))
  }

  function use(connection: Connection): void {
    all.delete(connection.socket)
    all.set(connection.socket, connection)
    if (connection.network !== undefined) count(connection, connection.network)
  }

  function close(connection: Connection): void {
    forget(connection)
    connection.socket.destroy()
  }

  function forget(connection: Connection): void {
    all.delete(connection.socket)
    uncount(connection)
  }

  function makeRoom(newcomer: Connection): void {
    const own = newcomer.network === undefined ? undefined : byNetwork.get(newcomer.network)
    if (own && own.size > atMost.perNetwork) {
      const oldest = first(own, (one) => isWaiting(one))
      if (oldest) close(oldest)
    }
    if (all.size <= atMost.connections) return
    const others = () => all.values()
    const oldest =
      first(others(), (one) => !one.hasSession && one !== newcomer && isWaiting(one)) ??
      first(others(), (one) => one !== newcomer && isIdle(one))
    close(oldest ?? newcomer)
  }

  app.server.on('connection', (socket: Socket) => {
    const peer = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
    const connection: Connection = {
      socket,
      fromProxy: peer !== '' && proxies.check(peer, familyOf(peer)),
      network: undefined,
      hasSession: false,
      open: new Set(),
      working: new Set(),
    }
    all.set(socket, connection)
    socket.once('close', () => forget(connection))
    if (!connection.fromProxy) count(connection, networkOf(peer))
    makeRoom(connection)
  })

  app.addHook('onRequest', async (request, reply) => {
    const connection = all.get(request.raw.socket)
    if (!connection) return
    connection.open.add(request)
    reply.raw.once('close', () => {
      connection.open.delete(request)
      connection.working.delete(request)
      if (connection.fromProxy && isIdle(connection)) uncount(connection)
    })
    use(connection)
    if (!connection.fromProxy || known.includes(request)) return
    count(connection, networkOf(request.ip))
    makeRoom(connection)
  })
  app.addHook('preValidation', async (request) => {
    all.get(request.raw.socket)?.working.add(request)
  })
  app.addHook('onSend', async (request) => {
    const connection = all.get(request.raw.socket)
    if (!connection) return
    connection.working.delete(request)
    use(connection)
    if (request.session) {
      connection.hasSession = true
      uncount(connection)
    } else if (connection.fromProxy) connection.hasSession = false
  })
}

function first<T>(items: Iterable<T>, isIt: (item: T) => boolean): T | undefined {
  for (const item of items) if (isIt(item)) return item
  return undefined
}
