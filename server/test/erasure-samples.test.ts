import { expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { forgetSamples, sampled } from '../src/store/erasure.ts'
import { findInDatabase, plant } from './setup/planted.ts'
import { addMachine } from './setup/platform.ts'
import { startServer } from './setup/server.ts'

/* PostgreSQL leaves what it has noted of an empty table as it is, whatever it is asked to note anew. */

test('of a table that an erasure or the years have emptied no sample is left', async () => {
  const server = await startServer()
  const [machine, reviewer] = [await addMachine(server), await server.signIn()]
  const gone = await plant({ server, machine, reviewer }, 'nimblewick')
  // One value alone makes no sample.
  await server.owner.query(sql`
    insert into erased_file select ${gone.word} || n from generate_series(1, 9) n`)
  await server.owner.query(sql`
    insert into delivery (endpoint_id, event_id, queue, subject_id, state, error)
    select ${gone.endpoint}, event_id, queue, subject_id, 'delivered', ${gone.word} || event_id
    from outbox where event_id <> ${gone.event}`)
  await server.owner.query(sql`analyze`)
  const emptied = ['delivery', 'outbox', 'action_request', 'searchable', 'platform_id']
  const samples = async () =>
    (await findInDatabase(server.owner, gone.word))
      .map((place) => /^sample of (\w+)\./.exec(place)?.[1] ?? '')
      .filter((table) => [...emptied, 'erased_file'].includes(table))
  expect(new Set(await samples())).toEqual(new Set([...emptied, 'erased_file']))
  await server.owner.query(sql`delete from delivery`)
  await server.owner.query(sql`delete from outbox`)
  await server.owner.query(sql`delete from action_request`)
  await server.owner.query(sql`delete from searchable`)
  await server.owner.query(sql`delete from platform_id`)
  await server.owner.query(sql`delete from erased_file`)
  for (const table of sampled) await forgetSamples(server.db, table)
  expect(await samples()).toEqual([])
  // They are as usable as before: a name is taken once.
  await machine.add('members', { external_id: 'next', nick_name: 'Next' })
  expect(await server.owner.query(sql`select count(*)::int as n from platform_id`)).toEqual([
    { n: 1 },
  ])
  await server.close()
})
