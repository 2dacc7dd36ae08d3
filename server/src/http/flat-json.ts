import { badField } from '../refusal.ts'

/*
 * A JSON object of plain values, read with its eyes open: JSON.parse lets the last of two equal keys
 * win and turns 1e3 into 1000, so a client's mistake would pass as something it did not say.
 */

const space = /[ \t\n\r]*/y
const text = /"(?:[^"\\]|\\.)*"/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** What JSON itself would not take as a string is a syntax error, not a crash. */
function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted)
  } catch {
    throw badField('body', 'syntax')
  }
}

/** A list stays a list, however short: a field that takes one value does not take a list of one. */
export function readFlatJson(source: string): [string, string | string[]][] {
  let at = 0
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(source)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const skip = (sign: string): boolean => {
    match(space)
    if (source[at] !== sign) return false
    at += 1
    match(space)
    return true
  }
  const need = (sign: string): void => {
    if (!skip(sign)) throw badField('body', 'syntax')
  }
  /** Numbers stay as they were written. */
  const value = (field: string): string => {
    const string = match(text)
    const written = string === undefined ? match(number) : unquote(string)
    if (written === undefined) throw badField(field, 'not_text')
    match(space)
    return written
  }
  const values = (field: string): string | string[] => {
    if (!skip('[')) return value(field)
    const all: string[] = []
    if (skip(']')) return all
    do all.push(value(field))
    while (skip(','))
    need(']')
    return all
  }

  const fields: [string, string | string[]][] = []
  need('{')
  if (!skip('}')) {
    do {
      const key = match(text)
      if (key === undefined) throw badField('body', 'syntax')
      need(':')
      const name = unquote(key)
      fields.push([name, values(name)])
    } while (skip(','))
    need('}')
  }
  if (at !== source.length) throw badField('body', 'syntax')
  return fields
}
