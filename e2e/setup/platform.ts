import { randomUUID } from 'node:crypto'
import { operator } from '../../server/dist/domain/accounts.js'
import { createKey } from '../../server/dist/domain/platform-keys.js'
import type { Server } from './server.ts'
import { expect } from './test.ts'

/** The platform's machine: sends one row of a kind, and returns our id of it. */
export async function openPlatform(server: Server) {
  const request = { name: 'Platform', scopes: ['items:write', 'reports:write'] as const }
  const key = await server.db.transaction((tx) => createKey(tx, operator, request))
  return async (kind: string, row: object): Promise<number> => {
    const response = await fetch(`${server.url}/platform/v1/${kind}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ rows: [row] }),
    })
    const { msg, data } = (await response.json()) as {
      msg: string
      data: { id: number; message: string | null }[]
    }
    expect([msg, data[0]?.message]).toEqual(['ok', null])
    return data[0]?.id ?? 0
  }
}
