import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sessionCalls } from '@screening-room/contract/session'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAdminCommand } from '../src/cli/admin-commands.ts'
import { sentenceOf } from '../src/cli/run.ts'
import { findRunning } from '../src/db/embedded/running.ts'
import { openStoreBeside, type Store } from '../src/db/open.ts'
import { sql } from '../src/db/sql.ts'
import { verifyWhole } from '../src/domain/verification.ts'
import {
  endAllAfterwards,
  newDataDir,
  openOwner,
  run,
  type Server,
  startProcess,
} from './faults/processes.ts'
import { Client } from './setup/client.ts'
import { runAdminHere } from './setup/commands.ts'
import { Machine, rowOf } from './setup/platform.ts'
import { until } from './setup/test-support.ts'

endAllAfterwards()

const dataDir = newDataDir()

/** A command as an operator types it: what it said on which side, and its exit code. */
async function command(
  file: 'admin' | 'events' | 'counters' | 'outbox',
  args: string[],
  input?: string,
) {
  const env = { DATA_DIR: dataDir }
  const program = run(`${file}.js`, args, env, input === undefined ? {} : { input })
  const { code } = await program.ended
  return { code, says: program.output().trim(), complains: program.errors().trim() }
}
const admin = (args: string, input?: string) => command('admin', args.split(' '), input)
const signIn = async (server: Server, phone: string, password: string) => {
  const client = new Client(server.url)
  return { client, code: (await client.signIn(phone, password)).code }
}
const password = 'a long enough password'

describe('with no server running', () => {
  test('an administrator can be made on an empty folder, listed, and is there when the server starts', async () => {
    const made = await admin(
      'create --phone 13611110001 --name Operator --role administrator --password-stdin',
      `${password}\n`,
    )
    expect(made).toEqual({
      code: 0,
      says: 'created administrator 13611110001 with id 1',
      complains: '',
    })
    const { says } = await admin('list')
    expect(says).toBe('1\t13611110001\tadministrator\tactive\tOperator')
  })

  test('the last administrator cannot be made a reviewer', async () => {
    expect(await admin('set-role --phone 13611110001 --role reviewer')).toEqual({
      code: 1,
      says: '',
      complains: 'This is the last active administrator',
    })
  })
})

describe('beside a running server', () => {
  let server: Server
  /** As a command has it, for those that are run in this process. */
  let store: Store
  beforeAll(async () => {
    server = await startProcess(dataDir, { DEMO_DATA: 'off' })
    const options = { databaseUrl: undefined, databaseAdminUrl: undefined, databasePool: 2 }
    const place = { dataDir, dataDirChosen: true, platformTz: 'Asia/Shanghai' }
    store = await openStoreBeside({ ...options, ...place, patient: true }, () => {})
  })
  afterAll(async () => {
    await store.close()
    await server.stop()
  })

  /** For what an operator does beside what is tested: each command has been a process of its own, too. */
  const adminHere = (args: string, input?: string) => runAdminHere(store, args, input)

  test('a made-up password is shown once and opens the door', async () => {
    const { says, code } = await admin('create --phone 13611110002 --name Reviewer')
    expect(code).toBe(0)
    const shown = /^created reviewer 13611110002 with id \d+; the password, shown this once: (\S+)$/
    expect(says).toMatch(shown)
    expect((await signIn(server, '13611110002', shown.exec(says)?.[1] ?? '')).code).toBe(200)
    // Beside it, not instead of it.
    expect((await signIn(server, '13611110001', password)).code).toBe(200)
  })

  test.concurrent.each([
    [
      'create --phone 13611110003 --name X --password-stdin',
      'The password must have at least',
      'short',
    ],
    ['dance', 'npm run admin -- create'],
    ['disable --phone 13699999999', 'There is no account with the phone number 13699999999'],
    ['erase-member --member nobody', 'there is no member nobody'],
  ])(
    '%s ends with a sentence, the code 1 and nothing else',
    async (args, sentence, input?: string) => {
      const refused = await admin(args, input)
      expect(refused).toMatchObject({ code: 1, says: '' })
      expect(refused.complains.startsWith(sentence)).toBe(true)
      expect(refused.complains).not.toContain('    at ')
    },
    30_000,
  )

  test.each([
    ['create --phone 13611110002 --name Twice', 'There is an account with the phone number'],
    ['create --phone nonsense --name New', 'The phone number must be 5 to 20 digits'],
    ['create --phone 13611110003', '--name is needed'],
    ['create --phone 13611110003 --name \u200b', 'The name must not be empty'],
    ['create --phone 13611110003 --name L\u202eW', 'The name must not contain characters'],
    ['create --phone 13611110003 --name Li\nWei', 'The name must be a single line'],
    ['create --phone 13611110003 --name X --role king', 'there is no role king'],
    ['disable --phone 13611110001', 'This is the last active administrator'],
    ['list --loudly', "Unknown option '--loudly'"],
    ['key', 'npm run admin -- key create'],
    ['key create --name Ingest', '--scopes is needed'],
    ['key create --name Ingest --scopes everything', '--scopes must be one of items:write'],
    ['key create --name X --scopes events:read --expires 2020-01-01', 'expires must lie'],
    ['key revoke --key srk_00000000', 'key srk_00000000 does not exist'],
    ['endpoint', 'npm run admin -- endpoint add'],
    ['endpoint add --name Main', '--url is needed'],
    ['endpoint add --name Main --url http://platform.example.com/', 'url must be an https address'],
    ['endpoint add --name Main --url https://a.example/ --kinds dances', '--kinds must be one of'],
    ['erase-member', '--member is needed'],
  ])('%s is refused with a sentence', async (args, sentence) => {
    const refused = runAdminCommand(store, args.split(' '), async () => '').catch(sentenceOf)
    const says = String(await refused)
    expect(says.startsWith(sentence), says).toBe(true)
    expect(says).not.toContain('    at ')
  })

  test('a key is created, used, listed, rotated and revoked', async () => {
    const keyIn = (says: string) => /shown this once: (srk_[0-9a-f]{8}_[\w-]{32})$/.exec(says)?.[1]
    const { says, code } = await admin(
      'key create --name Ingest --scopes items:write,events:read --expires 2099-01-31',
    )
    expect(code).toBe(0)
    const machine = new Machine(server.url, keyIn(says) ?? '')
    expect((await machine.send('members', [rowOf.members('one')])).msg).toBe('ok')
    const prefix = machine.key.slice(0, 12)
    const row = `${prefix}\tactive\titems:write,events:read\texpires 2099-01-31T00:00:00\tlast used `
    expect((await adminHere('key list')).says).toMatch(new RegExp(`^${row}20\\S+\tIngest$`))
    const rotated = await adminHere(`key rotate --key ${machine.key}`)
    const next = new Machine(server.url, keyIn(rotated.says) ?? '')
    expect([(await machine.events()).status, (await next.events()).status]).toEqual([200, 200])
    expect((await adminHere(`key revoke --key ${prefix}`)).says).toBe(
      'revoked; the key no longer works',
    )
    expect([(await machine.events()).status, (await next.events()).status]).toEqual([401, 401])
    expect((await adminHere('key list')).says).toContain('\trevoked\t')
  })

  test('a member is erased beside the server, by either name, and a number that two have is asked about', async () => {
    const { says } = await adminHere('key create --name Ingest --scopes items:write')
    const machine = new Machine(server.url, says.split(': ').at(-1) ?? '')
    const id = await machine.add('members', { external_id: 'mallow', nick_name: 'Mallow Fen' })
    const other = { external_id: String(id), nick_name: 'Somebody else' }
    const otherId = await machine.add('members', other)
    const both = await adminHere(`erase-member --member ${id}`)
    expect(both.complains).toContain(`write id:${id} or name:${id}`)
    const erased = await admin('erase-member --member mallow')
    expect(erased).toMatchObject({ code: 0, complains: '' })
    expect(erased.says).toMatch(`erased member ${id};`)
    expect((await adminHere(`erase-member --member id:${id}`)).code).toBe(0)
    const owner = openOwner({ dataDir })
    const members = sql`select nick_name as name from member where id in (${id}, ${otherId}) order by id`
    expect(await owner.query(members)).toEqual([{ name: '' }, { name: 'Somebody else' }])
    await owner.close()
    expect((await verifyWhole(store.db)).report.intact).toBe(true)
  })

  test('a change of password, role or status ends the sessions of that account at once, and no other', async () => {
    await adminHere('create --phone 13611110004 --name Changing --password-stdin', password)
    const { client: bystander } = await signIn(server, '13611110001', password)
    const other = 'another long password'
    const changes: [args: string, input: string | undefined, says: string, opens: string][] = [
      [
        'reset-password --phone 13611110004 --password-stdin',
        other,
        'the password is set; every session of this account has ended',
        other,
      ],
      [
        'set-role --phone 13611110004 --role administrator',
        undefined,
        'the role is set; every session of this account has ended',
        other,
      ],
      [
        'disable --phone 13611110004',
        undefined,
        'disabled; every session of this account has ended',
        '',
      ],
    ]
    let works = password
    for (const [args, input, says, opens] of changes) {
      const { client, code } = await signIn(server, '13611110004', works)
      expect(code).toBe(200)
      expect(await admin(args, input)).toEqual({ code: 0, says, complains: '' })
      expect((await client.send(sessionCalls.userInfo, {})).status).toBe(401)
      expect((await bystander.send(sessionCalls.userInfo, {})).status).toBe(200)
      if (opens) works = opens
    }
    expect((await signIn(server, '13611110004', works)).code).toBe(401)
    expect((await adminHere('enable --phone 13611110004')).says).toBe('enabled')
    expect((await signIn(server, '13611110004', works)).code).toBe(200)
  })

  test('of two administrators disabled at the same moment, one stays', async () => {
    await adminHere('enable --phone 13611110004')
    const both = await Promise.all(
      ['13611110001', '13611110004'].map((phone) => admin(`disable --phone ${phone}`)),
    )
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
    for (const phone of ['13611110001', '13611110004']) await adminHere(`enable --phone ${phone}`)
  })

  test('every one of these changes is recorded, by the operator, without a phone number', async () => {
    const owner = openOwner(server)
    const events = await owner.query<{ action: string }>(sql`
      select distinct action from event where queue = 'account' and actor_name = 'operator'`)
    const named = await owner.query(sql`select from event e where e::text like '%136111100%'`)
    await owner.close()
    expect(named).toEqual([])
    expect(events.map(({ action }) => action).sort()).toEqual([
      'account.create',
      'account.disable',
      'account.enable',
      'account.resetPassword',
      'account.setRole',
    ])
  })

  test.concurrent.each([
    ['admin', 'list'],
    ['events', '--verify'],
    ['counters', '--check'],
    ['outbox', '--retry'],
  ])('%s %s ends quietly where its reader has gone away', async (file, args) => {
    // The reader is gone long before the command has anything to say.
    const script = '{ "$0" "$@"; echo "ended with $?" >&2; } | true'
    const program = fileURLToPath(new URL(`../dist/bundle/${file}.js`, import.meta.url))
    const { stderr } = await promisify(execFile)(
      '/bin/sh',
      ['-c', script, process.execPath, program, args],
      { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir } },
    )
    expect(stderr).toBe('ended with 141\n')
  })

  test('counters that were broken are found, repaired, and right again', async () => {
    const owner = openOwner(server)
    await owner.query(sql`
      insert into tally_delta (queue, hour, kind, status, n) values ('video', 1000, 2, 5, 3)`)
    await owner.close()
    expect(await command('counters', ['--check'])).toMatchObject({
      code: 1,
      complains: '1 counters are off, first video kind 2 status 5 by -3',
    })
    expect(await command('counters', ['--rebuild'])).toMatchObject({
      code: 0,
      says: 'every counter was counted anew',
    })
    expect(await command('counters', ['--check'])).toMatchObject({
      code: 0,
      says: 'every counter agrees with its rows',
    })
    expect(await command('counters', [])).toMatchObject({ code: 1 })
  })

  test('decisions that could not be told are listed with their last error, and sent again when asked to', async () => {
    const owner = openOwner(server)
    await owner.query(sql`
      insert into outbox (event_id, decision, queue, subject_id, actor_id, state, due_at, attempts, last_error)
      select id, gen_random_uuid(), 'video', 51233, 1, 'dead', now(), 20, 'answered 500' from event where id = 1`)
    expect(await command('outbox', ['--list'])).toMatchObject({
      code: 0,
      says: '1\tvideo 51233\taccount.create\t20 attempts\tanswered 500',
    })
    for (const args of [[], ['--loudly']]) {
      const { code, complains } = await command('outbox', args)
      expect(code).toBe(1)
      expect(complains).toContain('npm run outbox -- --list')
      expect(complains).not.toContain('    at ')
    }
    expect(await command('outbox', ['--retry'])).toMatchObject({
      code: 0,
      says: '1 will be sent again',
    })
    expect(await command('outbox', ['--list'])).toMatchObject({ code: 0, says: '' })
    const [row] = await owner.query(sql`select attempts, last_error as error from outbox`)
    await owner.close()
    expect(row).toEqual({ attempts: 0, error: 'answered 500' })
  })

  test('the record is intact, until somebody with all rights changes it: then the first changed event is named', async () => {
    const owner = openOwner(server)
    const sealed = async () => (await owner.query(sql`select from event_unsealed`)).length === 0
    await until(sealed)
    const [{ n } = { n: 0 }] = await owner.query<{ n: number }>(
      sql`select count(*) as n from event`,
    )
    await owner.close()
    expect(n).toBeGreaterThan(5)
    expect(await command('events', ['--verify'])).toMatchObject({
      code: 0,
      says: expect.stringMatching(new RegExp(`^intact: ${n} events\nseal: ${n}:[0-9a-f]{64}$`)),
    })

    const superuser = new pg.Client({ connectionString: findRunning(dataDir, true).adminUrl })
    superuser.on('error', () => {})
    await superuser.connect()
    await superuser.query('set session_replication_role = replica')
    const tamper = (text: string) => superuser.query(text)
    const expectBroken = async (event: number, why: string) =>
      expect((await verifyWhole(store.db)).report).toEqual({ intact: false, event, why })
    await tamper("update event set reason = 'nothing happened' where id = 3")
    expect(await command('events', ['--verify'])).toMatchObject({
      code: 1,
      complains: 'the chain is broken at event 3: it or its seal was changed',
    })
    await tamper("update event set reason = '' where id = 3")
    expect((await verifyWhole(store.db)).report.intact).toBe(true)
    await tamper('delete from event where id = 4')
    await expectBroken(4, 'it was deleted')
    await tamper('delete from event_seal where event_id = 4')
    await expectBroken(5, 'the seal 4 before it is missing')
    await superuser.end()
  })
})
