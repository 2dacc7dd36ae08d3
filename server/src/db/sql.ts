/*
 * SQL as it is written, values kept apart: sql`select … where id = ${id}`. A fragment inside another
 * is spliced in; everything else becomes a parameter, so a value can never become text.
 */

export class Sql {
  readonly parts: readonly string[]
  readonly values: readonly unknown[]

  constructor(parts: readonly string[], values: readonly unknown[]) {
    this.parts = parts
    this.values = values
  }

  /** Text with $1, $2 … as the driver wants it. */
  compile(): { text: string; values: unknown[] } {
    const values: unknown[] = []
    const write = (sql: Sql): string =>
      sql.parts.reduce((text, part, index) => {
        const value = sql.values[index - 1]
        return text + (value instanceof Sql ? write(value) : `$${values.push(value)}`) + part
      })
    const text = write(this)
    return { text, values }
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
