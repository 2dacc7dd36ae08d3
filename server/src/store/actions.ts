import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

export interface ActionRequest {
  userId: number
  key: string
  call: string
  inputHash: Buffer
}

export interface PastAction {
  same: boolean
  answer: unknown
}

/** True when this transaction is the first with this key; a second one waits for the first to end. */
export async function insertAction(tx: Tx, request: ActionRequest): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into action_request (user_id, key, call, input_hash)
    values (${request.userId}, ${request.key}, ${request.call}, ${request.inputHash})
    on conflict do nothing returning 1`)
  return rows.length === 1
}

export async function setAnswer(tx: Tx, request: ActionRequest, answer: unknown): Promise<void> {
  await tx.query(sql`
    update action_request set answer = ${JSON.stringify(answer)}::jsonb
    where user_id = ${request.userId} and key = ${request.key}`)
}

export async function getAction(
  db: Db | Tx,
  request: ActionRequest,
): Promise<PastAction | undefined> {
  const [found] = await db.query<PastAction>(sql`
    select answer, call = ${request.call} and input_hash = ${request.inputHash} as same
    from action_request where user_id = ${request.userId} and key = ${request.key}`)
  return found
}
