import { decimalFields } from '@screening-room/contract/platform-fields'
import { badField } from '../refusal.ts'

/*
 * JSON, read as strictly as the flat kind (flat-json.ts): a key given twice is refused by its place, and a
 * number that is not a plain whole one becomes no number at all, so that its field refuses it. Some fields
 * have numbers with a fraction.
 */

/** Deeper than any body that is taken; a reader that calls itself needs an end. */
const deepest = 8

const space = /[ \t\n\r]*/y
const text = /"(?:[^"\\]|\\.)*"/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const word = /true|false|null/y
const plain = /^-?(?:0|[1-9]\d{0,15})$/
const decimal = /^-?(?:0|[1-9]\d{0,8})\.\d{1,20}$/
const mayHaveDecimals = (place: string) => decimalFields.includes(place.split('.').at(-1) ?? '')
const words: Record<string, boolean | null> = { true: true, false: false, null: null }

/** Such as 1e3, or 0.5 where a whole number belongs: of no type that the field has. */
class OddNumber {
  readonly written: string
  constructor(written: string) {
    this.written = written
  }
}

const syntax = () => badField('body', 'syntax')

class Reader {
  #at = 0
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  read(): unknown {
    this.#match(space)
    const value = this.#value('body', 0)
    if (this.#at !== this.#source.length) throw syntax()
    return value
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }

  #skip(sign: string): boolean {
    if (this.#source[this.#at] !== sign) return false
    this.#at += 1
    this.#match(space)
    return true
  }

  #text(): string | undefined {
    const quoted = this.#match(text)
    if (quoted === undefined) return undefined
    this.#match(space)
    try {
      return JSON.parse(quoted)
    } catch {
      throw syntax()
    }
  }

  #value(place: string, depth: number): unknown {
    if (depth > deepest) throw syntax()
    if (this.#skip('{')) return this.#object(place, depth)
    if (this.#skip('[')) return this.#list(place, depth)
    const string = this.#text()
    if (string !== undefined) return string
    const written = this.#match(number) ?? this.#match(word)
    if (written === undefined) throw syntax()
    this.#match(space)
    if (Object.hasOwn(words, written)) return words[written]
    const known = plain.test(written) || (decimal.test(written) && mayHaveDecimals(place))
    return known ? Number(written) : new OddNumber(written)
  }

  #list(place: string, depth: number): unknown[] {
    const all: unknown[] = []
    if (this.#skip(']')) return all
    do all.push(this.#value(`${place}[${all.length}]`, depth + 1))
    while (this.#skip(','))
    if (!this.#skip(']')) throw syntax()
    return all
  }

  /** Without a prototype, so that `__proto__` is a key like any other. */
  #object(place: string, depth: number): object {
    const all: Record<string, unknown> = Object.create(null)
    if (this.#skip('}')) return all
    do {
      const key = this.#text()
      if (key === undefined || !this.#skip(':')) throw syntax()
      const inner = place === 'body' ? key.slice(0, 60) : `${place}.${key.slice(0, 60)}`
      if (Object.hasOwn(all, key)) throw badField(inner, 'twice')
      all[key] = this.#value(inner, depth + 1)
    } while (this.#skip(','))
    if (!this.#skip('}')) throw syntax()
    return all
  }
}

export const readJson = (source: string): unknown => new Reader(source).read()
