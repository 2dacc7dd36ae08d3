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
  sql`(select pid.external_id from platform_id pid where pid.kind = ${kind} and pid.id = ${id})`

/** In the record of a list's row `x`: one probe of an index for each row that is shown. */
export const ownExternalId = (kind: string) =>
  sql`${externalIdOf(sql`${kind}`, sql`x.id`)} as "externalId"`

/** Until the platform sends a member, they are called as it calls them; null where it never did. */
export const memberName = (id: Sql) =>
  sql`coalesce((select own.nick_name from member own where own.id = ${id}), ${externalIdOf(sql`'member'`, id)})`

/** What the platform calls by this name; null where there is nothing. */
export const idNamed = (kind: string, name: string) =>
  sql`(select pid.id from platform_id pid where pid.kind = ${kind} and pid.external_id = ${name})`

const asArrays = (things: readonly Named[]) => sql`unnest(
  ${things.map(({ kind }) => kind)}::text[], ${things.map(({ name }) => name)}::text[]) w (kind, name)`

export interface TakenNames {
  /** In the order of the names. */
  ids: number[]
  /** Of them, those that this transaction gave out: nothing is here under them. */
  added: number[]
}

/** The ids of these names, also of those that had none so far. */
export async function takeNames(
  tx: Tx,
  kind: string,
  names: readonly string[],
): Promise<TakenNames> {
  const [taken] = await tx.query<TakenNames>(sql`
    select to_json(ids) as ids, to_json(added) as added
    from take_names(${kind}, ${names}::text[], false)`)
  if (taken?.ids.length !== names.length) throw new Error(`a ${kind} got no id`)
  return taken
}

/** Until this transaction ends no other call adds or changes these things, whether they are here or not. */
export async function lockNames(tx: Tx, kind: string, names: readonly string[]): Promise<void> {
  await tx.query(sql`select lock_names(${kind}, ${names}::text[])`)
}

/** Those that are known, each looked up by itself. */
export async function findNames(
  tx: Tx,
  things: readonly Named[],
): Promise<(Named & { id: number })[]> {
  const found = await tx.query<Named & { id: number | null }>(sql`
    select w.kind, w.name,
      (select p.id from platform_id p where p.kind = w.kind and p.external_id = w.name) as id
    from ${asArrays(things)}`)
  return found.flatMap(({ id, ...named }) => (id === null ? [] : [{ ...named, id }]))
}
