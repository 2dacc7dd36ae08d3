import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/*
 * Sits between the server and PostgreSQL and understands just enough of their protocol to know where
 * one message ends: so that a connection can be cut, or fall silent, between any two of a transaction.
 */

export type Direction = 'toDatabase' | 'toServer'

/** What happens to the next transaction after this many of its messages went this way. */
export interface Fault {
  direction: Direction
  after: number
  how: 'cut' | 'silence' | 'halfClose'
}

/** How the line behaves all the time. */
export interface Line {
  delayMs?: number
  /** Of a simple query alone, such as the first on a new connection. */
  queryDelayMs?: number
  bytesPerSecond?: number
  /** Takes connections and never says a word. */
  silent?: boolean
}

export interface FaultyLine {
  url: string
  /** The same way for somebody else: the user and database of this address. */
  for(databaseUrl: string): string
  line: Line
  /** Waits for the next BEGIN on any connection. */
  arm(fault: Fault): void
  /** Whether the fault that was armed has happened. */
  happened(): boolean
  /** The messages of the last transaction that came through whole. */
  lastTransaction(): Record<Direction, number>
  /** From now on it leads to another database. */
  turnTo(databaseUrl: string): void
  /** Ends what is connected, so that the next query begins on a new connection. */
  cutAll(): void
  close(): Promise<void>
}

const text = (message: Buffer) => message.toString('latin1', 5, message.length - 1)

/** Splits a stream into messages: a type and a length, but for the client's first, which has no type. */
function splitter(first: 'untyped' | 'typed', take: (message: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0)
  let typed = first === 'typed'
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = typed ? 1 : 0
      if (rest.length < head + 4) return
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      typed = true
      take(message)
    }
  }
}

export async function startProxy(databaseUrl: string): Promise<FaultyLine> {
  let target = new URL(databaseUrl)
  const dial = () => {
    const folder = target.searchParams.get('host')
    const port = Number(target.port || 5432)
    return folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect(port, target.hostname)
  }

  const sockets = new Set<Socket>()
  const proxy = { line: {} as Line }
  let armed: Fault | undefined
  let happened = false
  let last: Record<Direction, number> = { toDatabase: 0, toServer: 0 }

  const server = createServer((near) => {
    const far = dial()
    const ends = { toDatabase: far, toServer: near }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    let counting: { fault: Fault | undefined; seen: Record<Direction, number> } | undefined
    let committing = false
    let mute = false

    const strike = ({ how, direction }: Fault) => {
      happened = true
      if (how === 'silence') mute = true
      else if (how === 'halfClose') ends[direction].end()
      else {
        near.resetAndDestroy()
        far.destroy()
      }
    }
    const isDue = (direction: Direction) =>
      counting?.fault?.direction === direction && counting.seen[direction] === counting.fault.after

    const order = { toDatabase: Promise.resolve(), toServer: Promise.resolve() }
    const write = (direction: Direction, message: Buffer, isQuery: boolean) => {
      const { delayMs = 0, queryDelayMs = 0, bytesPerSecond = 0 } = proxy.line
      if (!delayMs && !queryDelayMs && !bytesPerSecond) return void ends[direction].write(message)
      order[direction] = order[direction].then(async () => {
        const wait = delayMs + (isQuery ? queryDelayMs : 0)
        if (wait) await pause(wait)
        for (let at = 0; bytesPerSecond && at < message.length && !near.destroyed; at++) {
          ends[direction].write(message.subarray(at, at + 1))
          await pause(1000 / bytesPerSecond)
        }
        if (!bytesPerSecond) ends[direction].write(message)
      })
    }
    const pass = (direction: Direction) => (message: Buffer) => {
      if (mute || proxy.line.silent || near.destroyed) return
      const isQuery = direction === 'toDatabase' && message[0] === 0x51
      if (isQuery && text(message) === 'begin') {
        counting = { fault: armed, seen: { toDatabase: 0, toServer: 0 } }
        armed = undefined
      }
      if (isQuery && text(message) === 'commit') committing = true
      if (counting?.fault && isDue(direction)) return strike(counting.fault)
      write(direction, message, isQuery)
      if (!counting) return
      counting.seen[direction] += 1
      // Ready for the next query after COMMIT: the transaction is over.
      if (direction === 'toServer' && message[0] === 0x5a && committing) {
        last = counting.seen
        const { fault } = counting
        counting = undefined
        committing = false
        if (fault && fault.after >= last[fault.direction]) strike(fault)
      }
    }
    near.on('data', splitter('untyped', pass('toDatabase')))
    far.on('data', splitter('typed', pass('toServer')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.search = '?sslmode=disable'
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return Object.assign(proxy, {
    url: url.href,
    for: (other: string) => {
      const { username, password, pathname } = new URL(other)
      return Object.assign(new URL(url), { username, password, pathname }).href
    },
    arm: (fault: Fault) => {
      happened = false
      armed = fault
    },
    happened: () => happened,
    lastTransaction: () => last,
    turnTo: (databaseUrl: string) => {
      target = new URL(databaseUrl)
      cutAll()
    },
    cutAll,
    close: async () => {
      cutAll()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
