import { randomUUID } from 'node:crypto'
import { type AnyCall, type OutputOf, type Scope, scopes } from '@screening-room/contract/call'
import { type PlatformKind, platformCalls } from '@screening-room/contract/platform'
import type { Db } from '../../src/db/pool.ts'
import { operator } from '../../src/domain/accounts.ts'
import { createKey, type KeyRequest, revokeKey, rotateKey } from '../../src/domain/platform-keys.ts'
import { type Answer, insist } from './client.ts'
import type { TestServer } from './server.ts'

/* The platform's machines: they have a key, and speak JSON. */

export type Row = Record<string, unknown>
export type RowAnswer = OutputOf<typeof platformCalls.videos>['data'][number]

/** What the rows of each kind may look like at least. */
export const rowOf: { [K in PlatformKind]: (name: string) => Row } = {
  members: (name) => ({ external_id: name, nick_name: `member ${name}` }),
  roles: (name) => ({ external_id: name, name: `role ${name}` }),
  reportReasons: (name) => ({ external_id: name, message: `reason ${name}` }),
  categories: (name) => ({ external_id: name, name: `category ${name}` }),
  tags: (name) => ({ external_id: name, category: 'drama', name: `tag ${name}` }),
  certifications: (name) => ({
    external_id: name,
    member: `m-${name}`,
    nick_name: `person ${name}`,
    phone: '13900000000',
    role: 'actor',
  }),
  projects: (name) => ({ external_id: name, owner: `m-${name}`, title: `project ${name}` }),
  videos: (name) => ({
    external_id: name,
    type: 'personal',
    uploader: `m-${name}`,
    title: `video ${name}`,
  }),
  reports: (name) => ({
    external_id: name,
    video: `v-${name}`,
    video_type: 'personal',
    reason: 'violence',
    reporter: `m-${name}`,
  }),
}
export const kindNames = Object.keys(rowOf) as PlatformKind[]

export class Machine {
  readonly url: string
  key: string
  /** Whether it sends again what was refused as too much. */
  insists = false

  constructor(url: string, key: string) {
    this.url = url
    this.key = key
  }

  async fetch<C extends AnyCall>(call: C, query: string, init: RequestInit): Promise<Answer<C>> {
    const ask = async () => {
      const response = await fetch(`${this.url}${call.path}${query}`, {
        method: call.method,
        ...init,
        headers: { authorization: `Bearer ${this.key}`, ...(init.headers as object) },
      })
      const body = (await response.json()) as Answer<C>['body']
      const { status, headers } = response
      return { status, headers, code: body.code, msg: body.msg, body }
    }
    return this.insists ? insist(ask) : ask()
  }

  /** A body as it is written. */
  sendBody(
    kind: PlatformKind | 'withdraw' | 'erase',
    body: string | Buffer,
    headers: Record<string, string> = {},
  ) {
    return this.fetch(platformCalls[kind], '', {
      body,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...headers,
      },
    })
  }

  send(kind: PlatformKind, rows: readonly Row[], headers: Record<string, string> = {}) {
    return this.sendBody(kind, JSON.stringify({ rows }), headers)
  }

  /** What became of each row; the call itself has to succeed. */
  async upsert(kind: PlatformKind, ...rows: Row[]): Promise<RowAnswer[]> {
    const { msg, body } = await this.send(kind, rows)
    if (msg !== 'ok') throw new Error(`${kind}: ${msg}`)
    return body.data
  }

  async withdraw(rows: readonly Row[]): Promise<RowAnswer[]> {
    const { msg, body } = await this.sendBody('withdraw', JSON.stringify({ rows }))
    if (msg !== 'ok') throw new Error(msg)
    return body.data
  }

  async erase(rows: readonly Row[]): Promise<RowAnswer[]> {
    const { msg, body } = await this.sendBody('erase', JSON.stringify({ rows }))
    if (msg !== 'ok') throw new Error(msg)
    return body.data
  }

  /** The same for one row: its id. */
  async add(kind: PlatformKind, row: Row): Promise<number> {
    const [answer] = await this.upsert(kind, row)
    if (!answer?.id) throw new Error(`${kind}: ${answer?.field} ${answer?.message}`)
    return answer.id
  }

  events(query: Partial<Record<'after' | 'limit' | 'wait', number>> = {}, init: RequestInit = {}) {
    const fields = new URLSearchParams(query as unknown as Record<string, string>)
    return this.fetch(platformCalls.events, `?${fields}`, init)
  }
}

/** As an operator changes them at the command line. */
export const keys = {
  create: (db: Db, request: KeyRequest) => db.transaction((tx) => createKey(tx, operator, request)),
  rotate: (db: Db, prefix: string) => db.transaction((tx) => rotateKey(tx, operator, { prefix })),
  revoke: (db: Db, prefix: string) => db.transaction((tx) => revokeKey(tx, operator, { prefix })),
}

export async function addMachine(
  { owner, url }: Pick<TestServer, 'owner' | 'url'>,
  allowed: readonly Scope[] = scopes,
): Promise<Machine> {
  return new Machine(url, await keys.create(owner, { name: 'tests', scopes: allowed }))
}
