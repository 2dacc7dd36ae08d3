import type { MemberStrikes, StrikeRule } from '@screening-room/contract/strikes'
import type { Queries, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { wireTime } from './paging.ts'

export async function getStrikeRule(db: Queries): Promise<StrikeRule> {
  const [found] = await db.query<StrikeRule>(sql`
    select s.expires_days as "expiresDays", to_json(s.thresholds) as thresholds,
      (select coalesce(json_agg(json_build_object('id', r.id, 'weight', r.strike_weight) order by r.id), '[]')
        from report_reason r) as weights
    from strike_rule s`)
  if (!found) throw new Error('the rule of strikes is missing')
  return found
}

/** One change at a time. */
export async function lockStrikeRule(tx: Tx): Promise<void> {
  await tx.query(sql`select from strike_rule for update`)
}

export async function setStrikeRule(tx: Tx, { expiresDays, thresholds, weights }: StrikeRule) {
  await tx.query(sql`
    update strike_rule set expires_days = ${expiresDays}, thresholds = ${thresholds}::int[]`)
  await tx.query(sql`
    update report_reason r set strike_weight = w.weight
    from unnest(${weights.map(({ id }) => id)}::bigint[], ${weights.map(({ weight }) => weight)}::int[]) w (id, weight)
    where r.id = w.id and r.strike_weight <> w.weight`)
}

const shown = 50

/** Of one member: all points, and the newest strikes. */
export async function getStrikes(
  db: Queries,
  member: number,
): Promise<Pick<MemberStrikes, 'points' | 'entries'>> {
  const [found] = await db.query<Pick<MemberStrikes, 'points' | 'entries'>>(sql`
    with strike as materialized (select * from strikes_of(${member}))
    select (select coalesce(sum(s.weight), 0)::int from strike s) as points,
      (select coalesce(json_agg(l), '[]') from (
        select s.event_id as event, s.queue, s.video_id as "videoId", v.type as "videoType", v.title,
          to_json(s.reason_ids) as "reasonIds", s.weight, ${wireTime(sql`s.at`)} as at,
          ${wireTime(sql`s.at + (select expires_days from strike_rule) * interval '1 day'`)} as "expiresAt"
        from strike s join video v on v.id = s.video_id
        order by s.at desc, s.event_id desc limit ${shown}::int) l) as entries`)
  return found ?? { points: 0, entries: [] }
}
