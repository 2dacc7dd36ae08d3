import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import type { Db, Tx } from '../../src/db/pool.ts'
import { type Sql, sql } from '../../src/db/sql.ts'
import { type Answer, Client } from './client.ts'
import { type Replica, startReplica } from './live.ts'
import { closeAtOnce, startServer, type TestServer } from './server.ts'
import { addPerson, addSession, sessionCookie } from './sessions.ts'

/*
 * People at servers of their own on one database, whose transactions stand still before every
 * statement, BEGIN, COMMIT and ROLLBACK until they are let go: so they can be led through every order
 * there is. An actor that waits for a row that another one holds cannot go on until that one is done.
 */

export interface Actor {
  person: Client
  /** Through which their server talks to the database. */
  db: Db
  name: string
  /** Between two statements; on the way to the next one, or held up on it by a lock; answered. */
  state: 'paused' | 'runs' | 'ended'
  backend: number
  letGo(): void
}

export interface Stage {
  server: TestServer
  actors: Actor[]
  /** Whether they also stand before BEGIN, which takes neither a lock nor a look at anything. */
  beforeBegin: boolean
}

/** One administrator and others who review. */
export function setStage(size: number): Stage {
  const stage = { actors: [] as Actor[], beforeBegin: true } as Stage
  const replicas: Replica[] = []
  beforeAll(async () => {
    stage.server = await startServer()
    for (let n = 0; n < size; n++) {
      const actor = { state: 'ended', backend: 0, letGo: () => {} } as unknown as Actor
      const replica = await startReplica(stage.server, {
        through: (db) => stepped(db, stage, actor),
      })
      replicas.push(replica)
      actor.db = replica.db
      const role = n === 0 ? 'administrator' : 'reviewer'
      const { id, token, name } = await addPerson(stage.server.owner, { role })
      actor.person = Object.assign(new Client(replica.url), { token, userId: id })
      actor.person.cookies.set(sessionCookie, await addSession(stage.server.owner, id))
      actor.name = name
      stage.actors.push(actor)
    }
  })
  afterAll(async () => {
    for (const { app, db } of replicas) {
      await closeAtOnce(app)
      await db.close()
    }
    await stage.server.close()
  })
  return stage
}

function stepped(db: Db, stage: Stage, actor: Actor): Db {
  const waitForTurn = () =>
    new Promise<void>((resolve) => {
      actor.state = 'paused'
      actor.letGo = () => {
        actor.state = 'runs'
        resolve()
      }
    })
  return {
    ...db,
    transaction: async (work) => {
      if (stage.beforeBegin) await waitForTurn()
      return db.transaction(async (tx) => {
        const [row] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        actor.backend = row?.pid ?? 0
        const query = (statement: Sql) => waitForTurn().then(() => tx.query(statement))
        try {
          return await work({ query } as Tx)
        } finally {
          await waitForTurn()
        }
      })
    },
  }
}

/** Until every actor is paused, has its response, or waits for a lock. */
async function settle(owner: Db, actors: readonly Actor[]): Promise<void> {
  for (const actor of actors)
    for (let tries = 0; actor.state === 'runs'; tries++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (tries % 20 !== 19 || actor.state !== 'runs') continue
      const [row] = await owner.query<{ blocked: boolean }>(
        sql`select pg_blocking_pids(${actor.backend}) <> '{}' as blocked`,
      )
      if (row?.blocked) break
      await pause(1)
    }
}

export interface Walk<A = Answer> {
  /** Who was let go at each step, of those who could have been. */
  steps: { taken: number; free: number[] }[]
  answers: A[]
  /** Steps after which somebody waited for a lock. */
  waits: number
  ms: number
}

/** Everybody asks at once; `choose` says who takes the next step. */
export async function walk<A = Answer>(
  { server, actors: all }: Stage,
  asks: readonly ((by: Actor) => Promise<A>)[],
  choose: (free: number[], step: number) => number,
): Promise<Walk<A>> {
  const began = performance.now()
  const actors = all.slice(0, asks.length)
  const asked = actors.map(async (actor, index) => {
    actor.state = 'runs'
    actor.backend = 0
    const answer = await asks[index]?.(actor)
    actor.state = 'ended'
    return answer as A
  })
  const steps: Walk['steps'] = []
  let waits = 0
  await settle(server.owner, actors)
  for (;;) {
    const free = actors.flatMap(({ state }, index) => (state === 'paused' ? [index] : []))
    if (free.length === 0) break
    const taken = choose(free, steps.length)
    const actor = actors[taken] as Actor
    actor.letGo()
    await settle(server.owner, [actor])
    // What it held is free: actors that waited for it go on, perhaps one after another.
    for (let round = 0; round < 2 && actor.state === 'ended'; round++)
      await settle(server.owner, actors)
    if (actors.some(({ state }) => state === 'runs')) waits += 1
    steps.push({ taken, free })
  }
  return { steps, answers: await Promise.all(asked), waits, ms: performance.now() - began }
}
