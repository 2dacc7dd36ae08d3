import type { AnyCall } from '@screening-room/contract/call'
import { certificationCalls } from '@screening-room/contract/certifications'
import { exportCalls } from '@screening-room/contract/exports'
import { projectCalls } from '@screening-room/contract/projects'
import type { ListName } from '@screening-room/contract/queues'
import { reportCalls } from '@screening-room/contract/reports'
import { videoCalls } from '@screening-room/contract/videos'
import { expect } from 'vitest'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { type Client, insist } from './client.ts'

/* Exports beside the lists that they are of. */

type Fields = Record<string, string | number>
interface Row {
  id: number
}

export const listCallOf = (list: ListName): AnyCall =>
  ({
    'project-video': videoCalls.project.list,
    'personal-video': videoCalls.personal.list,
    certification: certificationCalls.list,
    project: projectCalls.list,
    report: reportCalls.list,
  })[list]

/** All pages of a list, one after the other. */
export async function rowsOfList(client: Client, list: ListName, filters: Fields): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page++) {
    const { body } = await client.sendRaw(listCallOf(list), { ...filters, page, pageSize: 100 })
    expect(body.code).toBe(200)
    const rows: Row[] = Array.isArray(body.data) ? body.data : body.data.list
    all.push(...rows)
    if (rows.length < 100) return all
  }
}

const addressOf = (list: ListName, fields: Fields) =>
  `${exportCalls[list].path}?${new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]))}`

export async function exported(
  client: Client,
  list: ListName,
  fields: Fields,
  headers: Record<string, string> = {},
): Promise<{ text: string; type: string | null; rows: Row[] }> {
  const response = await insist(() => client.fetch(addressOf(list, fields), { headers }))
  expect(response.status).toBe(200)
  // Not text(), which would drop the mark at the beginning.
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
  const type = response.headers.get('content-type')
  const lines = fields.format === 'ndjson' ? text.split('\n').filter(Boolean) : []
  return { text, type, rows: lines.map((line) => JSON.parse(line)) }
}

/** An export of which only the first piece is read until its rest is asked for. */
export async function slowExport(client: Client, list: ListName, fields: Fields) {
  const leaving = new AbortController()
  const response = await client.fetch(addressOf(list, fields), { signal: leaving.signal })
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  if (!reader) throw new Error('the export has no body')
  const pieces = [(await reader.read()).value ?? new Uint8Array()]
  return {
    leave: () => leaving.abort(),
    rest: async () => {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return Buffer.concat(pieces).toString('utf8')
        pieces.push(value)
      }
    },
  }
}

const zone = '(Asia/Shanghai)'
export const heads = {
  en: [
    ...[
      'ID',
      "Platform's ID",
      'Member ID',
      'Name',
      'Role',
      'Status',
      'Phone',
      'Remark',
      'Pictures',
    ],
    ...[`Created ${zone}`, `Re-opened ${zone}`, 'Erased'],
  ],
  'zh-CN': [
    ...['ID', '平台 ID', '会员 ID', '姓名', '角色', '状态', '手机号', '备注', '图片'],
    ...[`创建时间 ${zone}`, `重新打开时间 ${zone}`, '已清除'],
  ],
}

export const exportEvents = (db: Db) =>
  db.query<{
    id: number
    action: string
    actor: number
    name: string
    // biome-ignore lint/suspicious/noExplicitAny: whatever was recorded is what the test looks at
    details: any
  }>(sql`
    select id, action, actor_id as actor, actor_name as name, details from event
    where queue = 'export' order by id`)
