import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { platformCalls } from '@screening-room/contract/all-calls'
import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
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
const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(new URL('../../docs/platform.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, language, text = '']) => ({
    language,
    text,
  }),
)
const [createKey = '', addEndpoint = '', createErasureKey = ''] = blocks
  .filter(({ language }) => language === 'sh')
  .map(({ text }) => text)
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

/** A command of the operator, on the database of this server; returns what it shows once. */
async function shownBy(command: string): Promise<string> {
  const { app, admin } = server.databaseUrls
  const env = { ...process.env, DATABASE_URL: app, DATABASE_ADMIN_URL: admin }
  const { stdout } = await run('bash', ['-ec', command], { env, cwd: root })
  return /shown this once: (\S+)/.exec(stdout)?.[1] ?? stdout
}

const hasCurl = spawnSync('curl', ['--version']).status === 0
if (!hasCurl) console.log('docs/platform.md is not run: there is no curl')

test.skipIf(!hasCurl)('its calls work as they stand, and answer what it says', async () => {
  const env = { SERVER: server.url, KEY: await shownBy(createKey) }
  const [settings = '', ...calls] = scripts
  expect(settings).toContain('export SERVER=')
  expect(calls).toHaveLength(11)
  const shown = blocks
    .filter(({ language }) => language === 'json')
    .map(({ text }) => JSON.parse(text))

  const [members, , items, facts, reports, resubmitted, withdrawn, again, events, waited, erased] =
    calls
  expect(await answersOf(members ?? '', env)).toEqual([shown[0]])
  for (const { data } of await answersOf(calls[1] ?? '', env))
    expect(data).toMatchObject([{ result: 'created' }])
  const [certification, project, videos] = await answersOf(items ?? '', env)
  expect([certification.data[0].result, project.data[0].result]).toEqual(['created', 'created'])
  expect(videos).toEqual(shown[1])
  expect((await answersOf(facts ?? '', env))[0].data).toMatchObject([{ result: 'created' }])
  const first = await answersOf(reports ?? '', env)
  expect(first[0].data).toMatchObject([{ result: 'created' }])
  for (const act of [resubmitted, withdrawn])
    expect((await answersOf(act ?? '', env))[0].data).toMatchObject([{ result: 'updated' }])
  expect(again).toBe(reports)
  expect(await answersOf(again ?? '', env)).toEqual(first)

  const reviewer = await server.signIn()
  const videoId = videos.data[1].id
  const takeDown = { videoId, videoType: videoType.personal, offlineReasons: [1] }
  expect((await reviewer.send(videoCalls.personal.takeDown, takeDown)).msg).toBe('ok')
  while ((await sealEvents(server.db)) > 0);
  const [page] = await answersOf(events ?? '', env)
  const [event] = shown[2].data
  const { position, event: number, at, by, seal, ...fixed } = event
  const [, takenDown, report] = page.data
  // The withdrawal came before it.
  expect(page.data).toHaveLength(3)
  expect(takenDown).toMatchObject(fixed)
  expect(Object.keys(takenDown).sort()).toEqual(Object.keys(event).sort())
  expect(takenDown.seal.hash).toHaveLength(seal.hash.length)
  expect(report.report).toMatchObject({ video: { external_id: 'v-91' } })
  expect(typeof position + typeof number + typeof at + typeof by.id).toBe(
    'numbernumberstringnumber',
  )
  expect(page.next).toBe(report.position)
  expect(await answersOf(waited ?? '', env)).toEqual([page])
  const withErasures = { ...env, ERASURE_KEY: await shownBy(createErasureKey) }
  expect((await answersOf(erased ?? '', withErasures))[0].data).toMatchObject([
    { result: 'updated' },
  ])
})

test.skipIf(!hasCurl)(
  'the example that /docs shows of each call is taken as it stands',
  async () => {
    const { key } = await addMachine(server)
    const page = await (await fetch(`${server.url}/docs`)).text()
    const shown = [...page.matchAll(/<pre><code>([\s\S]*?)<\/code>/g)].map(([, code = '']) =>
      code.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
    )
    expect(shown).toHaveLength(platformCalls.size)
    for (const example of shown) {
      const [answer] = await answersOf(example, { SERVER: server.url, KEY: key })
      expect(answer.code, example).toBe(200)
      expect(JSON.stringify(answer), example).not.toContain('refused')
    }
  },
)

test.skipIf(!hasCurl)(
  'its program for Node runs as it stands, and says what happened',
  async () => {
    const { key } = await addMachine(server)
    const [program] = blocks.filter(({ language }) => language === 'ts')
    const file = fileURLToPath(new URL('../../client/test/.from-docs.test.mts', import.meta.url))
    await writeFile(file, program?.text ?? '')
    onTestFinished(() => rm(file, { force: true }))
    const said: unknown[][] = []
    const log = vi.spyOn(console, 'log').mockImplementation((...words) => void said.push(words))
    onTestFinished(() => log.mockRestore())
    vi.stubEnv('SERVER', server.url)
    vi.stubEnv('KEY', key)
    vi.stubEnv('WEBHOOK_SECRET', 'x')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { receive } = await import(/* @vite-ignore */ file)
    expect(said).toEqual([[expect.any(Number), 'v-93', 'withdraw', status.withdrawn]])
    await expect(receive({}, '{}')).rejects.toThrow('There is no header webhook-id')
    const [row] = await server.owner.query(sql`select title from video where title = '晨雾'`)
    expect(row).toEqual({ title: '晨雾' })
  },
)

test('its command adds an endpoint, and shows the secret', async () => {
  expect(await shownBy(addEndpoint)).toMatch(/^whsec_/)
  const rows = await server.owner.query(sql`select name, url from endpoint`)
  expect(rows).toEqual([
    { name: 'Main platform', url: 'https://platform.example.com/hooks/screening-room' },
  ])
})

test('its SQL names rows that came without a name', async () => {
  const statement = blocks.find(({ language }) => language === 'sql')?.text ?? ''
  await server.owner.query(sql`insert into video (id, type, uploader_id) values (5000, 1, 1)`)
  await server.owner.query(new Sql([statement], []))
  const machine = await addMachine(server)
  const row = { external_id: '5000', type: 'personal', uploader: 'somebody', title: 'named' }
  expect(await machine.upsert('videos', row)).toMatchObject([{ id: 5000, result: 'updated' }])
})
