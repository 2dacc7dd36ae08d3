import { readHistory, readOwn, readPeople } from '../server/dist/domain/overview.js'
import { findPeople } from '../server/dist/store/accounts.js'
import { inTurns, short } from './measure.mjs'

/*
 * The overview's figures on many decisions of a hundred and eighty days, against ten thousand of them: what they
 * cost must not depend on how many there were.
 */

const people = 20

/** Decisions in the hours of a working day, by twenty people, a few of them undone. */
async function addDecisions(owner, rows) {
  const { rows: found } = await owner.query('select count(*)::int as n from event')
  if (found[0].n >= rows) return
  await owner.query(
    `insert into admin_user (phone, nick_name, password_hash, role)
     select 'bench ' || n, 'Person ' || n, '', 'reviewer' from generate_series(1, ${people}) n on conflict do nothing`,
  )
  await owner.query('alter table event disable trigger user')
  await owner.query(
    `insert into event (at, actor_id, actor_name, action, queue, subject_id, before, after, waited, reason_ids)
     select date_trunc('day', now()) - (n % 180) * interval '1 day' + (n / 180 % 40) * interval '15 minutes',
       (select min(id) from admin_user) + n % ${people}, 'x', (array['approve', 'reject', 'takeDown', 'approve'])[1 + n % 4],
       (array['certification', 'project', 'video'])[1 + n % 3], n, 0, 5, (n * 7919) % 400000, array[1 + n % 5]
     from generate_series(1, ${rows}) n`,
  )
  await owner.query('alter table event enable trigger user')
  await owner.query('analyze event')
}

export async function overview(store, small, { quick }) {
  for (const { owner, rows } of [small, store]) {
    await addDecisions(owner, rows)
    await owner.query('select rebuild_work()')
    await owner.query('vacuum analyze work_tally')
  }
  const named = await findPeople(store.db)
  const asked = {
    'ninety days': (db) => readHistory(db, '90'),
    today: (db) => readHistory(db, 'today'),
    'people, ninety days': (db) => readPeople(db, '90', named),
    'my work': (db) => readOwn(db, named[0].id),
  }
  const rows = []
  for (const [question, ask] of Object.entries(asked)) {
    const works = { many: () => ask(store.db), few: () => ask(small.db) }
    const ms = await inTurns(works, quick ? 11 : 31)
    rows.push({ question, ms: short(ms.many), toSmall: short(ms.many / ms.few) })
  }
  return { rows, worstToSmall: Math.max(...rows.map(({ toSmall }) => toSmall)) }
}
