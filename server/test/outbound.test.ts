// @module-tag torture
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { allCalls } from '@screening-room/contract/all-calls'
import { teamCalls } from '@screening-room/contract/team'
import { expect, onTestFinished, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import type { Db } from '../src/db/pool.ts'
import { createAccount } from '../src/domain/accounts.ts'
import {
  endAllAfterwards,
  openOwner,
  readyDataDir,
  type Server,
  startProcess,
} from './faults/processes.ts'
import { Client } from './setup/client.ts'
import { addressOfOurs, startMailServer } from './setup/mail-server.ts'
import { accepts, openReceiver, webhookSecret } from './setup/receiver.ts'
import { testPassword } from './setup/server.ts'
import { until } from './setup/test-support.ts'
import { type Seen, walkEverywhere } from './setup/walk.ts'

/*
 * The built server talks to its database and its clients, and to nobody else. Two witnesses: a
 * recorder inside the process, and the kernel's list of its connections.
 */

endAllAfterwards({ each: true })
const dataDir = readyDataDir()

const recorder = new URL('./setup/record-connections.mjs', import.meta.url)

interface Told {
  how: 'connect' | 'dns' | 'udp' | 'program'
  what: string
}

interface Watched {
  server: Server
  owner: Db
  client: Client
  told(): Told[]
}

let people = 0

async function startWatched(env: Record<string, string> = {}): Promise<Watched> {
  const phone = `1360000000${++people}`
  const file = join(dirname(dataDir), `connections-${people}.jsonl`)
  const options = { NODE_OPTIONS: `--import=${recorder.href}`, CONNECTIONS_FILE: file }
  const server = await startProcess(dataDir, { LOG_LEVEL: 'warn', ...options, ...env })
  const owner = openOwner(server)
  onTestFinished(() => owner.close())
  const account = { phone, nickName: 'Mei', role: 'administrator', password: testPassword } as const
  await createAccount(owner, account)
  const client = new Client(server.url)
  expect((await client.signIn(phone, testPassword)).code).toBe(200)
  const lines = () => readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return { server, owner, client, told: () => lines().map((line) => JSON.parse(line)) }
}

/** What PostgreSQL needs to be looked after, and nothing that could fetch anything. */
const programs = ['postgres', 'initdb', 'pg_ctl', 'pg_controldata', 'id', 'sh', 'chmod', 'ps']

/** The store's socket, and those by which a starting server sees whether the folder is taken. */
const ourSockets = /^(?:\.s\.PGSQL\.|claim-\d+$)/

const isOurs = ({ how, what }: Told) =>
  (how === 'connect' && ourSockets.test(basename(what))) ||
  (how === 'program' && programs.includes(basename(what)))

/** What is not there any more is nothing. */
function ifThere<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Ports that the process has called by itself, as the kernel knows them; Linux only. */
function findOutward({ server }: Watched): string[] {
  const folder = `/proc/${server.process.pid}`
  const links = (ifThere(() => readdirSync(`${folder}/fd`)) ?? []).map((name) =>
    ifThere(() => readlinkSync(`${folder}/fd/${name}`)),
  )
  const listening = Number(new URL(server.url).port)
  const port = (address = '') => Number.parseInt(address.split(':')[1] ?? '0', 16)
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((table) =>
    (ifThere(() => readFileSync(`${folder}/net/${table}`, 'utf8')) ?? '')
      .split('\n')
      // Closed, and nobody's any more: there may be thousands.
      .filter((line) => !line.includes(' 06 00000000:'))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , , , , , , , inode]) => {
        return links.includes(`socket:[${inode}]`) && port(local) !== listening
      })
      .map(([, , remote]) => `${table}:${port(remote)}`),
  )
}

/** Looks all the time; answers everything that it saw. */
function lookOut(watched: Watched): () => string[] {
  const seen = new Set<string>()
  const timer = setInterval(() => {
    for (const one of findOutward(watched)) seen.add(one)
  }, 50)
  onTestFinished(() => clearInterval(timer))
  return () => [...seen]
}

/** A film at an address that is not allowed has no link; everything else gets done, unless it is too busy. */
function expectWork(seen: Seen[]): void {
  const refused = seen.filter(({ what, code }) => allCalls.has(what) && ![200, 503].includes(code))
  expect(refused.filter(({ what }) => !what.startsWith('videos.link.'))).toEqual([])
}

test('through every call and page, with addresses in every field, nobody is called but the database', {
  timeout: 300_000,
}, async () => {
  const watched = await startWatched()
  const outward = lookOut(watched)
  let requests = 0
  for (let round = 0; round < many(1, 8, 200); round++) {
    const seen = await walkEverywhere(watched.client, watched.owner)
    expectWork(seen)
    requests += seen.length
  }
  expect(watched.told().some(({ what }) => basename(what).startsWith('.s.PGSQL.'))).toBe(true)
  expect(watched.told().filter((one) => !isOurs(one))).toEqual([])
  expect(outward()).toEqual([])
  figure('S11', requests)
})

test('with a webhook the platform is called as well, which both witnesses see, and still nobody else', {
  timeout: 120_000,
}, async () => {
  const receiver = await openReceiver()
  onTestFinished(() => receiver.close())
  // Answered late enough for the connection to be seen.
  receiver.manner = (response, told) => setTimeout(() => accepts(response, told), 200)
  const watched = await startWatched({
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SECRET: webhookSecret,
    UNDO_GRACE_SECONDS: '1',
  })
  const outward = lookOut(watched)
  const seen = await walkEverywhere(watched.client, watched.owner)
  expectWork(seen)
  await until(() => receiver.taken.length > 5)
  const { host, port } = new URL(receiver.url)
  const others = watched.told().filter((one) => !isOurs(one))
  expect([...new Set(others.map(({ how, what }) => `${how} ${what}`))]).toEqual([`connect ${host}`])
  expect(outward()).toEqual(existsSync('/proc/self/net/tcp') ? [`tcp:${port}`] : [])
  figure('S11', seen.length)
})

test('with a mail server that one is called as well, for a link that is mailed and for nothing else', {
  timeout: 120_000,
}, async () => {
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const address = await addressOfOurs()
  const watched = await startWatched({ ...mail.env(), ...address })
  watched.client.insists = true
  const invite = async (phone: string, email?: string) => {
    const given = { phone, nickName: 'Quill', role: 'reviewer', ...(email && { email }) }
    return (await watched.client.send(teamCalls.invite, given)).body.data.mail
  }
  expect([await invite('13612349998'), mail.connections]).toEqual([null, 0])
  expect(watched.told().filter((one) => !isOurs(one))).toEqual([])
  expect((await invite('13612349999', 'quill@example.com'))?.sent).toBe(true)
  const others = watched.told().filter((one) => !isOurs(one))
  expect(others.map(({ how, what }) => `${how} ${what}`)).toEqual([
    `connect 127.0.0.1:${mail.port}`,
  ])
  expect(mail.connections).toBe(1)
})
