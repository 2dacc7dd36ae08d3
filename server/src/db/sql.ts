import { createHash } from 'node:crypto'

/*
 * SQL as it is written, values kept apart: sql`select … where id = ${id}`. A fragment inside another
 * is spliced in; everything else becomes a parameter, so a value can never become text.
 */

/** A statement's text with $1, $2 … as the driver wants it, and the name it is prepared under. */
export interface Prepared {
  text: string
  name: string
}

/** Each template is one array, however often it is filled in: a statement is known by its templates. */
const templates = new WeakMap<readonly string[], number>()
let known = 0
function numberOf(parts: readonly string[]): number {
  const number = templates.get(parts)
  if (number !== undefined) return number
  templates.set(parts, ++known)
  return known
}

const prepared = new Map<string, Prepared>()

export class Sql {
  readonly parts: readonly string[]
  readonly values: readonly unknown[]

  constructor(parts: readonly string[], values: readonly unknown[]) {
    this.parts = parts
    this.values = values
  }

  /** The text is put together once for each way its templates are combined. */
  compile(): Prepared & { values: unknown[] } {
    const values: unknown[] = []
    const shape = this.#shape(values)
    let found = prepared.get(shape)
    if (!found) {
      const text = this.#write({ values: 0 })
      // The name only has to be the same for the same text.
      found = { text, name: createHash('sha256').update(text).digest('base64url').slice(0, 20) }
      prepared.set(shape, found)
    }
    return { ...found, values }
  }

  #shape(values: unknown[]): string {
    let shape = `(${numberOf(this.parts)}`
    for (const value of this.values)
      if (value instanceof Sql) shape += value.#shape(values)
      else {
        values.push(value)
        shape += ','
      }
    return `${shape})`
  }

  #write(count: { values: number }): string {
    return this.parts.reduce((text, part, index) => {
      const value = this.values[index - 1]
      return text + (value instanceof Sql ? value.#write(count) : `$${++count.values}`) + part
    })
  }
}

export function sql(parts: TemplateStringsArray, ...values: unknown[]): Sql {
  return new Sql(parts, values)
}

/** A list of conditions as one; with none, everything. */
export function allOf(conditions: (Sql | false | undefined)[]): Sql {
  const real = conditions.filter((condition): condition is Sql => condition instanceof Sql)
  return real.length === 0
    ? sql`true`
    : real.reduce((joined, condition) => sql`${joined} and ${condition}`)
}
