import type { Reason, ReasonQueue } from '@screening-room/contract/reasons'
import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { insertRow } from './inserts.ts'

const fields = sql`id, queue, label, label_en as "labelEn", text, text_en as "textEn", digit, active`

export function findReasons(db: Db): Promise<Reason[]> {
  return db.query<Reason>(
    sql`select ${fields} from canned_reason order by queue, not active, digit, id`,
  )
}

/** Until this transaction ends nobody else changes a reason, so that a digit found free stays free. */
export async function lockReasons(tx: Tx): Promise<Reason[]> {
  await tx.query(sql`select pg_advisory_xact_lock(7263546)`)
  return tx.query<Reason>(sql`select ${fields} from canned_reason order by id`)
}

export type ReasonWords = Pick<Reason, 'label' | 'labelEn' | 'text' | 'textEn' | 'digit'>

export async function insertReason(
  tx: Tx,
  queue: ReasonQueue,
  { label, labelEn, text, textEn, digit }: ReasonWords,
): Promise<number> {
  const id = await insertRow(
    tx,
    sql`insert into canned_reason (queue, label, label_en, text, text_en, digit)
      values (${queue}, ${label}, ${labelEn}, ${text}, ${textEn}, ${digit ?? null})
      on conflict do nothing returning id`,
    sql`select from canned_reason where active and queue = ${queue} and digit = ${digit ?? null}`,
  )
  if (id === undefined) throw new Error('The digit is taken')
  return id
}

export async function setReason(
  tx: Tx,
  id: number,
  { label, labelEn, text, textEn, digit, active }: ReasonWords & { active: boolean },
): Promise<void> {
  await tx.query(sql`
    update canned_reason set label = ${label}, label_en = ${labelEn}, text = ${text}, text_en = ${textEn},
      digit = ${digit ?? null}, active = ${active}
    where id = ${id}`)
}
