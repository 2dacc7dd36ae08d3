import { allCalls } from '@screening-room/contract/all-calls'
import type { AnyCall } from '@screening-room/contract/call'
import { eventCalls } from '@screening-room/contract/events'
import { exportCalls } from '@screening-room/contract/exports'
import { lists } from '@screening-room/contract/queues'
import { recordCalls } from '@screening-room/contract/record'
import { expect } from 'vitest'
import type { Client } from './client.ts'
import type { Planted } from './planted.ts'
import type { Machine } from './platform.ts'
import { unzip } from './unzip.ts'

/* Everything that anybody may read of a planted member, by every call that reads. */

type Fields = Record<string, string | number>

/** Of oneself and of colleagues, and what needs two categories. */
const ofOthers = /^(session|account|factors|team)\.|^categories\.mergePreview$/

const none: Fields[] = [{}]

/** What each call is asked, by its name. A call that is not here is asked without fields. */
function questions(of: Planted): Record<string, Fields[]> {
  const ids = (...all: number[]): Fields[] => all.map((id) => ({ id }))
  const videos = ids(of.video, of.pending)
  const items: Fields[] = [
    { queue: 'certification', id: of.certification },
    { queue: 'project', id: of.project },
    ...videos.map((one): Fields => ({ queue: 'video', ...one })),
  ]
  const reports: Fields[] = ids(of.report, of.filed).map((one) => ({ queue: 'report', ...one }))
  const page = { page: 1, pageSize: 50 }
  const pages: Fields[] = [page, { ...page, search: of.word }, { ...page, search: of.phone }]
  const byType = [0, 1, 2].flatMap((videoType) => pages.map((one) => ({ ...one, videoType })))
  const ofMember = { ...page, memberId: of.member }
  const addresses = Object.values(lists).map(({ address }) => address)
  const address: Record<string, string> = {
    certification: lists.certification.address,
    video: lists['personal-video'].address,
  }
  return {
    'certifications.list': [...pages, ofMember],
    'certifications.get': ids(of.certification),
    'projects.list': [...pages, ofMember],
    'projects.get': ids(of.project),
    'videos.project.list': byType.filter(({ videoType }) => videoType !== 1),
    'videos.project.get': videos,
    'videos.personal.list': [...pages, ofMember],
    'videos.personal.get': videos,
    'videos.link.promo': videos,
    'videos.link.personal': videos,
    'videos.link.project': videos,
    'videos.certified': videos,
    'reports.list': byType,
    'reports.get': ids(of.report, of.filed),
    'history.list': [...items, ...reports],
    'focus.about': [...items, { queue: 'report', id: of.video }].map((one) => ({
      ...one,
      queue: address[String(one.queue)] ?? String(one.queue),
    })),
    'focus.holders': addresses.map((queue) => ({ queue })),
    'versions.changes': [...items, ...items.map((one) => ({ ...one, since: 1 }))],
    'members.get': ids(of.member),
    'endpoints.deliveries': ids(of.endpoint),
    'endpoints.delivery': [{ id: of.endpoint, event: of.event }],
    'record.list': [{}, { words: of.word }, { queue: 'member', item: of.member }],
    'record.item': [...items, ...reports],
    'overview.history': [{ span: '30' }],
    'overview.people': [{ span: '30' }],
    'overview.person': [{ id: 1, span: '30' }],
  }
}

async function ask(client: Client, call: AnyCall, { ...fields }: Fields): Promise<string> {
  let { path } = call
  if (path.includes('{id}')) {
    path = path.replace('{id}', String(fields.id))
    delete fields.id
  }
  const body = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, `${value}`]),
  )
  const isRead = call.method === 'GET'
  const response = await (isRead
    ? client.fetch(`${path}?${body}`)
    : client.fetch(path, { method: 'POST', body }))
  return response.text()
}

/** All answers as one text in lower case; which calls were asked for something that they do not have. */
export async function readEverything(
  admin: Client,
  machine: Machine,
  of: Planted,
): Promise<{ text: string; refused: string[] }> {
  const asked = questions(of)
  const answers: string[] = []
  const refused: string[] = []
  for (const [name, call] of allCalls) {
    // What is posted is done, but for the lists of the specification.
    if (ofOthers.test(name) || (call.method === 'POST' && !asked[name])) continue
    for (const fields of asked[name] ?? none) {
      const answer = await ask(admin, call, fields)
      answers.push(answer)
      if (!answer.startsWith('{"code":200')) refused.push(`${name} ${JSON.stringify(fields)}`)
    }
  }
  for (const call of Object.values(exportCalls)) {
    const answer = await ask(admin, call, { format: 'ndjson' })
    expect(answer).not.toMatch(/^\{"code"/)
    answers.push(answer)
  }
  answers.push(await ask(admin, eventCalls.export, {}))
  for (const queue of ['certification', 'project', 'video'] as const) {
    const { msg, body } = await admin.send(recordCalls.bundle, { queue, id: of[queue] })
    expect(msg).toBe('ok')
    for (const file of unzip(Buffer.from(body.data.zip ?? '', 'base64')).values())
      answers.push(file.toString('utf8'))
  }
  answers.push(JSON.stringify((await machine.events({ limit: 500 })).body))
  return { text: answers.join('\n').toLowerCase(), refused }
}
