import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Sql, sql } from '../src/db/sql.ts'
import { sealEvents } from '../src/store/housekeeping.ts'
import { expectWhole } from './setup/checks.ts'
import { addMachine } from './setup/platform.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* docs/platform.md, from top to bottom: what a reader would copy is run, and answers what stands there. */

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await expectWhole(server)
  await server.close()
})

const run = promisify(execFile)
const page = readFileSync(new URL('../../docs/platform.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, language, text = '']) => ({
    language,
    text,
  }),
)
const scripts = blocks.filter(({ language }) => language === 'bash').map(({ text }) => text)

/** Every answer of a block, in its order. */
async function answersOf(script: string, env: Record<string, string>) {
  const { stdout, stderr } = await run('bash', ['-ec', script], { env: { ...process.env, ...env } })
  expect(stderr).toBe('')
  return stdout
    .split(/(?<=\})(?=\{"code")/)
    .filter(Boolean)
    .map((text) => JSON.parse(text))
}

const hasCurl = spawnSync('curl', ['--version']).status === 0
if (!hasCurl) console.log('docs/platform.md is not run: there is no curl')

test.skipIf(!hasCurl)('its calls work as they stand, and answer what it says', async () => {
  const { key } = await addMachine(server)
  const env = { SERVER: server.url, KEY: key }
  const [settings = '', ...calls] = scripts
  expect(settings).toContain('export SERVER=')
  expect(calls).toHaveLength(7)
  const shown = blocks
    .filter(({ language }) => language === 'json')
    .map(({ text }) => JSON.parse(text))

  const [members, , items, reports, again, events, waited] = calls
  expect(await answersOf(members ?? '', env)).toEqual([shown[0]])
  for (const { data } of await answersOf(calls[1] ?? '', env))
    expect(data).toMatchObject([{ result: 'created' }])
  const [certification, project, videos] = await answersOf(items ?? '', env)
  expect([certification.data[0].result, project.data[0].result]).toEqual(['created', 'created'])
  expect(videos).toEqual(shown[1])
  const first = await answersOf(reports ?? '', env)
  expect(first[0].data).toMatchObject([{ result: 'created' }])
  expect(again).toBe(reports)
  expect(await answersOf(again ?? '', env)).toEqual(first)

  const reviewer = await server.signIn()
  const videoId = videos.data[1].id
  const takeDown = { videoId, videoType: videoType.personal, offlineReasons: [1] }
  expect((await reviewer.send(videoCalls.personal.takeDown, takeDown)).msg).toBe('ok')
  while ((await sealEvents(server.db)) > 0);
  const [page] = await answersOf(events ?? '', env)
  const [event] = shown[2].data
  const { position, event: number, at, by, ...fixed } = event
  expect(page.data).toHaveLength(2)
  expect(page.data[0]).toMatchObject(fixed)
  expect(Object.keys(page.data[0]).sort()).toEqual(Object.keys(event).sort())
  expect(typeof position + typeof number + typeof at + typeof by.id).toBe(
    'numbernumberstringnumber',
  )
  expect(page.next).toBe(page.data[1].position)
  expect(await answersOf(waited ?? '', env)).toEqual([page])
})

test('its SQL names rows that came without a name', async () => {
  const statement = blocks.find(({ language }) => language === 'sql')?.text ?? ''
  await server.owner.query(sql`insert into video (id, type, uploader_id) values (5000, 1, 1)`)
  await server.owner.query(new Sql([statement], []))
  const machine = await addMachine(server)
  const row = { external_id: '5000', type: 'personal', uploader: 'somebody', title: 'named' }
  expect(await machine.upsert('videos', row)).toMatchObject([{ id: 5000, result: 'updated' }])
})
