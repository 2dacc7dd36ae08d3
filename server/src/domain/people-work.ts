import type { OwnWork, PersonWork, SpanInput } from '@screening-room/contract/overview'
import type { Db } from '../db/pool.ts'
import { missing } from '../refusal.ts'
import { getAccount } from '../store/accounts.ts'
import { type Calendar, findWork, getCalendar, getOwnRanges } from '../store/work.ts'
import { daysIn, findOwn, isOneDay, ownWorkIn, workSeriesIn } from './overview.ts'

/* What each person did, by name: counts without rank or score, since what they were given differs. */

interface Named {
  id: number
  nickName: string
}

/** Those who did anything, in the order given. */
export async function readPeople(
  db: Db,
  span: SpanInput,
  people: readonly Named[],
  at?: string,
): Promise<(Named & OwnWork)[]> {
  const { edges }: Calendar = await getCalendar(db, daysIn(span), at)
  const range = { since: edges.slice(0, 1), until: edges.slice(-1) }
  const ids = people.map(({ id }) => id)
  const all = await findOwn(db, ids, range)
  return people
    .map(({ id, nickName }) => ({
      id,
      nickName,
      ...ownWorkIn(all, ({ person }) => person === id),
    }))
    .filter(({ work, reopened }) => work.length > 0 || reopened.length > 0)
}

/** One person's work hour by hour or day by day, beside the time before. */
export async function readPerson(
  db: Db,
  id: number,
  span: SpanInput,
  at?: string,
): Promise<PersonWork> {
  const account = await getAccount(db, id)
  if (!account) throw missing('account', id)
  const days = daysIn(span)
  const { edges, starts, end, before } = await getCalendar(db, days, at)
  const [first, last] = [edges[0] ?? 0, edges.at(-1) ?? 0]
  const slots = { since: edges.slice(0, -1), until: edges.slice(1) }
  const both = { since: [first, before.since], until: [last, before.until] }
  const [each, all] = await Promise.all([
    findWork(db, 'action', [id], slots),
    findOwn(db, [id], both),
  ])
  const period = (wanted: number) => ownWorkIn(all, ({ range }) => range === wanted)
  return {
    id,
    nickName: account.nickName,
    unit: isOneDay(days) ? 'hour' : 'day',
    starts,
    work: workSeriesIn(each, starts.length),
    now: { ...period(1), start: starts[0] ?? end, end },
    before: { ...period(2), start: before.start, end: before.end },
  }
}

/** Of one person: today and this week. */
export async function readOwn(
  db: Db,
  id: number,
  at?: string,
): Promise<{ today: OwnWork; week: OwnWork }> {
  const all = await findOwn(db, [id], await getOwnRanges(db, at))
  const own = (wanted: number) => ownWorkIn(all, ({ range }) => range === wanted)
  return { today: own(1), week: own(2) }
}
