import { longestExternalId } from '@screening-room/contract/platform-fields'
import { problem, problems } from '@screening-room/contract/refusals'
import * as z from 'zod/mini'
import type { RowProblem } from './platform-checks.ts'

/* The rows of a call, read one by one: one that cannot be read is refused without harm to the others. */

export interface RowResult {
  external_id: string | null
  id: number | null
  result: 'created' | 'updated' | 'unchanged' | 'refused'
  refused?: RowProblem
}

/** A row that can be read, and its place in the call. */
export interface ReadRow {
  place: number
  name: string
  row: never
}

/** As much of a text as is shown, without what PostgreSQL cannot store: answers are recorded. */
const storable = (text: string, most: number) =>
  [...text.replaceAll('\0', '').toWellFormed()].slice(0, most).join('')

/** The first thing that is wrong with a row, under the name of its field. */
function problemOf({ issues }: z.core.$ZodError): RowProblem {
  const [issue] = issues
  const [unknown] = issue?.code === 'unrecognized_keys' ? issue.keys : []
  if (unknown !== undefined) return { field: storable(unknown, 60), problem: problem('unknown') }
  const [field = 'row', ...inside] = issue?.path ?? []
  const at = inside.map((one) => (typeof one === 'number' ? `[${one}]` : `.${String(one)}`))
  const written = issue?.message ?? ''
  const known = Object.hasOwn(problems, written.split('|')[0] ?? '')
  return {
    field: `${String(field)}${at.join('')}`,
    problem: known ? written : problem('object'),
  }
}

/** An external_id that can be shown, of a row that cannot be taken. */
export function nameIn(given: unknown): string | null {
  const name = (given as { external_id?: unknown } | null)?.external_id
  return typeof name === 'string' ? storable(name, longestExternalId) : null
}

/** `keyOf` tells rows apart: one that was sent twice in a call is refused. */
export function readRows(
  schema: z.ZodMiniType<{ external_id: string }>,
  given: readonly unknown[],
  results: RowResult[],
  keyOf: (row: never) => string = ({ external_id }: { external_id: string }) => external_id,
): ReadRow[] {
  const keys = new Set<string>()
  const rows: ReadRow[] = []
  for (const [place, one] of given.entries()) {
    const read = z.safeParse(schema, one)
    const name = read.data?.external_id
    const key = read.success ? keyOf(read.data as never) : ''
    if (name !== undefined && !keys.has(key)) {
      keys.add(key)
      rows.push({ place, name, row: read.data as never })
      continue
    }
    const refused = read.error
      ? problemOf(read.error)
      : { field: 'external_id', problem: problem('twice') }
    results[place] = { external_id: nameIn(one), id: null, result: 'refused', refused }
  }
  return rows
}
