import type { Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'

/* The platform's names of things. A name may have its id before the thing arrives. */

/** A thing as the platform names it; `kind` is the name of its table. */
export interface Named {
  kind: string
  name: string
}

/** The platform's name of what an event, say, is about; null where it has none. */
export const externalIdOf = (kind: Sql, id: Sql) =>
  sql`(select p.external_id from platform_id p where p.kind = ${kind} and p.id = ${id})`

const asArrays = (things: readonly Named[]) => sql`unnest(
  ${things.map(({ kind }) => kind)}::text[], ${things.map(({ name }) => name)}::text[]) w (kind, name)`

/**
 * Gives an id to each name that has none. In one order, so that two calls with the same new names wait for
 * each other and never in a circle.
 */
export async function insertNames(tx: Tx, things: readonly Named[]): Promise<void> {
  await tx.query(sql`
    insert into platform_id (kind, external_id, id)
    select w.kind, w.name, free_platform_id(w.kind) from ${asArrays(things)}
    where not exists (select from platform_id p where p.kind = w.kind and p.external_id = w.name)
    order by w.kind, w.name on conflict do nothing`)
}

/** Until this transaction ends no other call adds or changes these things, whether they are here or not. */
export async function lockNames(tx: Tx, kind: string, names: readonly string[]): Promise<void> {
  await tx.query(sql`
    select from platform_id where kind = ${kind} and external_id = any (${names}::text[])
    order by external_id for no key update`)
}

export function findNames(tx: Tx, things: readonly Named[]): Promise<(Named & { id: number })[]> {
  return tx.query<Named & { id: number }>(sql`
    select w.kind, w.name, p.id from ${asArrays(things)}
    join platform_id p on p.kind = w.kind and p.external_id = w.name`)
}
