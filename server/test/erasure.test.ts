import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { certificationCalls } from '@screening-room/contract/certifications'
import { historyCalls } from '@screening-room/contract/history'
import { refusals } from '@screening-room/contract/refusals'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { figure } from '../../torture/figures.ts'
import type { Db, Tx } from '../src/db/pool.ts'
import { type Sql, sql } from '../src/db/sql.ts'
import { eraseAged, runErasures } from '../src/domain/erasure.ts'
import { type ChainReport, verifyChain } from '../src/domain/event-chain.ts'
import { fileRemover } from '../src/domain/media.ts'
import { sealEvents } from '../src/store/housekeeping.ts'
import { endAllAfterwards, run } from './faults/processes.ts'
import { expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { readEverything } from './setup/everything.ts'
import { statusOf } from './setup/items.ts'
import { findInDatabase, findInFiles, type Planted, plant } from './setup/planted.ts'
import { addMachine, type Machine } from './setup/platform.ts'
import { startServer, type TestServer } from './setup/server.ts'

endAllAfterwards()

let server: TestServer
let machine: Machine
let reviewer: Client
let admin: Client
let remove: ReturnType<typeof fileRemover>
beforeAll(async () => {
  server = await startServer({ env: { UNDO_GRACE_SECONDS: '0' } })
  machine = await addMachine(server)
  reviewer = await server.signIn('reviewer', 'Mei')
  admin = await server.signIn('administrator', 'Wang')
  remove = fileRemover(server.config.media)
})
afterAll(async () => {
  await expectWhole(server)
  await server.close()
})

const scene = () => ({ server, machine, reviewer })
const erase = (...names: string[]) => machine.erase(names.map((external_id) => ({ external_id })))
const isThere = (file: string) =>
  access(join(server.mediaDir, file)).then(
    () => true,
    () => false,
  )
async function seal() {
  while ((await sealEvents(server.db)) > 0);
  return verifyChain(server.owner)
}
/** Until nothing is left to do; others of the same PostgreSQL may keep a transaction open for a while. */
async function finish(): Promise<void> {
  for (let left = 300; (await runErasures(server.db, remove)).open > 0; left--) {
    if (left === 0) throw new Error('an erasure stays open')
    await pause(100)
  }
}

describe('a member is erased by a call of the platform', () => {
  let gone: Planted
  let kept: Planted
  let before: string
  beforeAll(async () => {
    gone = await plant(scene(), 'zorblatt')
    kept = await plant(scene(), 'quixandra')
    const answers = await readEverything(admin, machine, gone)
    // Of a personal video, what is asked of other kinds; the rest of the calls have something to hide.
    expect(answers.refused.filter((one) => !/^videos\.(project|link)/.test(one))).toEqual([])
    for (const text of [gone.word, gone.phone]) {
      expect(await findInDatabase(server.owner, text)).not.toEqual([])
      expect(answers.text).toContain(text)
    }
    before = JSON.stringify(await findInDatabase(server.owner, kept.word))
    // A name of a file that both have stays with the other one.
    await server.owner.query(
      sql`update video set media = ${`${gone.word}-old.webm`} where id = ${kept.pending}`,
    )
    expect(await erase(gone.name, 'nobody')).toMatchObject([
      { external_id: gone.name, id: gone.member, result: 'updated' },
      { external_id: 'nobody', id: null, result: 'refused', field: 'external_id' },
    ])
    await finish()
    await server.owner.query(sql`update video set media = 'x.webm' where id = ${kept.pending}`)
    await server.owner.query(
      sql`delete from item_version where queue = 'video' and subject_id = ${kept.pending}`,
    )
    await server.owner.query(sql`analyze item_version`)
    await server.owner.query(sql`analyze video`)
  })

  test('no name, phone or text of theirs is in any table, sample, answer or log', async () => {
    await seal()
    const answers = await readEverything(admin, machine, gone)
    for (const text of [gone.word, gone.phone]) {
      expect(await findInDatabase(server.owner, text)).toEqual([])
      expect(answers.text).not.toContain(text)
      expect(server.log.join('').toLowerCase()).not.toContain(text)
    }
  })

  test('until the tables are written anew, what is gone is in their files; then in none, nor in an index', async () => {
    const before = await findInFiles(server.owner, gone.word)
    for (const name of ['video', 'item_version', 'platform_id_pkey', 'pg_statistic'])
      expect(before).toContain(name)
    const { app, admin } = server.databaseUrls
    const command = run('admin.js', ['rewrite-tables'], {
      DATABASE_URL: app,
      DATABASE_ADMIN_URL: admin,
    })
    expect(await command.ended).toMatchObject({ code: 0 })
    for (const text of [gone.word, gone.phone])
      expect(await findInFiles(server.owner, text)).toEqual([])
    expect(await findInFiles(server.owner, kept.word)).toContain('platform_id_pkey')
  })

  test('the chain verifies, of events from before the upgrade and after it', async () => {
    expect(await seal()).toMatchObject({ intact: true })
    const formats = await server.owner.query(sql`
      select text_hash is null as old, count(*)::int as n from event where erased_by is not null
      group by 1 order by 1`)
    expect(formats).toEqual([
      { old: false, n: expect.any(Number) },
      { old: true, n: 2 },
    ])
  })

  test('what was pending is withdrawn, what was decided stays so, and neither comes back', async () => {
    expect(await statusOf(server.owner, 'video', gone.pending)).toBe(status.withdrawn)
    expect(await statusOf(server.owner, 'video', gone.video)).toBe(status.rejected)
    expect(await statusOf(server.owner, 'report', gone.report)).toBe(status.withdrawn)
    const input = { queue: 'video' as const, id: gone.video, message: 'again' }
    const { msg } = await admin.send(historyCalls.reopen, input)
    expect(msg).toBe(refusals.item_erased.says.en)
    const { body } = await reviewer.send(videoCalls.personal.get, { id: gone.video })
    expect(body.data).toMatchObject({ erased: true, title: null })
    const phone = await reviewer.send(certificationCalls.phone, { authId: gone.certification })
    expect(phone.body.data).toEqual({ phone: '' })
  })

  test('their files are removed, but for one that another item names', async () => {
    expect(await isThere(`${gone.word}-clip.webm`)).toBe(false)
    expect(await isThere(`pictures/${gone.word}-id.png`)).toBe(false)
    expect(await isThere(`${gone.word}-old.webm`)).toBe(true)
    expect(await isThere(`${kept.word}-clip.webm`)).toBe(true)
    expect(await server.owner.query(sql`select from erased_file`)).toEqual([])
  })

  test('nobody else loses anything', async () => {
    const places = (found: string) =>
      (JSON.parse(found) as string[]).filter((place) => !place.startsWith('sample')).toSorted()
    const now = JSON.stringify(await findInDatabase(server.owner, kept.word))
    expect(places(now)).toEqual(places(before))
    const { text } = await readEverything(admin, machine, kept)
    for (const own of ['in the picture', 'wrote to us'])
      expect(text).toContain(`${kept.word} ${own}`)
  })

  test('asked again nothing happens, and what comes late under an erased name is refused', async () => {
    const events = () => server.owner.query(sql`select from event where action = 'erase'`)
    const { length } = await events()
    expect(await erase(gone.name)).toMatchObject([{ id: gone.member, result: 'unchanged' }])
    await finish()
    expect(await events()).toHaveLength(length)
    const late = {
      external_id: `${gone.word}-video`,
      type: 'personal',
      uploader: 'someone new',
      title: `${gone.word} again`,
    }
    const fresh = { ...late, external_id: 'fresh', uploader: gone.name }
    expect(await machine.upsert('videos', late, fresh)).toMatchObject([
      { result: 'refused', field: 'external_id' },
      { result: 'refused', field: 'uploader' },
    ])
    const member = { external_id: gone.name, nick_name: `${gone.word} again` }
    expect(await machine.upsert('members', member)).toMatchObject([{ result: 'refused' }])
    expect(await findInDatabase(server.owner, gone.word)).toEqual([])
  })

  test('a key without the scope may not ask for it', async () => {
    const other = await addMachine(server, ['items:write', 'reports:write', 'events:read'])
    const { msg } = await other.sendBody('erase', JSON.stringify({ rows: [{ external_id: 'x' }] }))
    expect(msg).toBe('This key lacks the scope members:erase')
  })

  class Undo extends Error {}
  async function tamperedWith(statement: Sql): Promise<ChainReport> {
    let report: ChainReport | undefined
    const attempt = server.owner.transaction(async (tx: Tx) => {
      await tx.query(sql`alter table event disable trigger all`)
      await tx.query(sql`alter table event_seal disable trigger all`)
      expect(await tx.query(statement)).not.toEqual([])
      report = await verifyChain(tx as unknown as Db)
      throw new Undo()
    })
    await expect(attempt).rejects.toThrow(Undo)
    return report as ChainReport
  }
  const forged: [string, Sql][] = [
    ['a text is put back', sql`reason = 'other'`],
    ['a note is put back', sql`details = details || '{"note": "other"}'`],
    ['the hash of its texts is changed', sql`text_hash = sha256('x')`],
    ['somebody else is named', sql`actor_name = 'x'`],
    ['a detail that stays is changed', sql`details = details || '{"version": 77}'`],
    ['another erasure is named', sql`erased_by = (select min(id) from event)`],
    ['no erasure is named', sql`erased_by = null`],
  ]
  describe.each(['text_hash is null', 'text_hash is not null'])('of an event whose %s', (which) => {
    const old = which === 'text_hash is null'
    test.each(forged)('it is found when %s', async (_what, change) => {
      await seal()
      const report = await tamperedWith(sql`
        update event set ${change} where id = (select max(id) from event
          where erased_by is not null and (text_hash is null) = ${old}) returning 1`)
      expect(report).toMatchObject({ intact: false })
    })
  })

  test('a text that goes without an erasure is found, and refused to everybody', async () => {
    await seal()
    const live = sql`(select max(id) from event where salt is not null and reason <> '')`
    const bare = sql`reason = '', details = lasting_details(queue, details),
      text_hash = event_text_hash(event), salt = null`
    expect(
      await tamperedWith(sql`update event set ${bare} where id = ${live} returning 1`),
    ).toMatchObject({
      intact: false,
      why: 'its texts are gone without an event that erased them',
    })
    const attempt = (by: Sql) =>
      server.owner.transaction(async (tx) => {
        await tx.query(sql`set local screening_room.erasing = 'on'`)
        await tx.query(sql`update event set ${bare}, erased_by = ${by} where id = ${live}`)
      })
    await expect(attempt(sql`null`)).rejects.toThrow('append-only')
    const other = sql`(select max(id) from event where action = 'erase')`
    await expect(attempt(other)).rejects.toThrow('append-only')
  })
})

test('of a row that the database refuses nothing is logged or answered', async () => {
  await server.owner.query(
    sql`alter table member add constraint shorter check (length(nick_name) < 5) not valid`,
  )
  const lines = server.log.length
  const row = { external_id: 'glimmerpuff', nick_name: 'snozzwang' }
  const { status: http, msg } = await machine.send('members', [row])
  await server.owner.query(sql`alter table member drop constraint shorter`)
  expect({ http, msg }).toEqual({ http: 500, msg: refusals.fault.says.en })
  const logged = server.log.slice(lines).join('')
  expect(logged).toContain('violates check constraint')
  expect(logged).not.toContain(row.nick_name)
})

test('killed after any step, an erasure is taken up again and leaves nothing', {
  tags: ['torture'],
}, async () => {
  const gone = await plant(scene(), 'wumpledor')
  await erase(gone.name)
  for (let open = 1, end = 1; open > 0; ) {
    if (end > 60) throw new Error('it takes more steps than that')
    let step = 0
    // Each step is a transaction of its own: the process ends before the one with this number.
    const kill = () => {
      if (++step > end) throw new Error('killed')
    }
    const dying: Db = {
      ...server.db,
      query: (statement) => {
        kill()
        return server.db.query(statement)
      },
      transaction: (work) => {
        kill()
        return server.db.transaction(work)
      },
    }
    open = await runErasures(dying, remove).then(
      // Others of the same PostgreSQL keep a transaction open: it is not over, and goes on at the same step.
      (result) => pause(result.open * 50, result.open),
      () => {
        figure('D12', 1)
        end += 1
        return 1
      },
    )
    expect(await seal()).toMatchObject({ intact: true })
  }
  await finish()
  for (const text of [gone.word, gone.phone])
    expect(await findInDatabase(server.owner, text)).toEqual([])
})

test('beside reviewers who decide, and calls that bring more, every item is erased once', async () => {
  const rows = Array.from({ length: 12 }, (_, n) => ({
    external_id: `grumbold-${n}`,
    type: 'personal',
    uploader: 'grumbold',
    title: `grumbold ${n}`,
  }))
  const ids = (await machine.upsert('videos', ...rows)).map(({ id }) => id ?? 0)
  const late = rows.map((row) => ({ ...row, external_id: `late ${row.external_id}` }))
  await Promise.all([
    ...ids.map((videoId) =>
      reviewer.send(videoCalls.personal.reject, { videoId, message: 'grumbold is in it' }),
    ),
    ...late.map((row) => machine.send('videos', [row])),
    erase('grumbold').then(() => runErasures(server.db, remove)),
  ])
  await finish()
  // A decision after its item was erased has a text of its own: the next look takes it as well.
  const left = await findInDatabase(server.owner, 'grumbold')
  expect(left).toEqual([])
  expect(await seal()).toMatchObject({ intact: true })
})

test('with RETAIN_DAYS, what was decided that long ago goes, and what is pending or newer stays', async () => {
  const add = async (title: string, days: number, now: number) => {
    const [added] = await server.owner.query<{ id: number }>(sql`
      insert into video (type, uploader_id, title, status) values (1, 7, ${title}, ${now}) returning id`)
    await server.owner.query(sql`
      insert into event (at, actor_id, actor_name, action, queue, subject_id, reason)
      values (now() - make_interval(days => ${days}), 1, 'x', 'approve', 'video', ${added?.id}, ${`${title} reason`})`)
    return added?.id ?? 0
  }
  await server.owner.query(sql`update retention set event_id = (select max(id) from event)`)
  const old = await add('flibbertop', 40, status.approved)
  await add('still waits', 40, status.pending)
  const seen = await add('seen again', 40, status.approved)
  await server.owner.query(sql`
    insert into event (at, actor_id, actor_name, action, queue, subject_id)
    values (now() - interval '35 days', 1, 'x', 'skip', 'project', 1),
      (now() - interval '3 days', 1, 'x', 'skip', 'video', ${seen})`)
  await seal()
  expect(await eraseAged(server.db, 30, remove)).toBe(1)
  expect(await eraseAged(server.db, 30, remove)).toBe(undefined)
  expect(await findInDatabase(server.owner, 'flibbertop')).toEqual([])
  expect(await findInDatabase(server.owner, 'still waits')).not.toEqual([])
  expect(await findInDatabase(server.owner, 'seen again')).not.toEqual([])
  expect(await statusOf(server.owner, 'video', old)).toBe(status.approved)
  expect(await seal()).toMatchObject({ intact: true })
})
