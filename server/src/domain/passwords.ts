import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { shortestPassword } from '@screening-room/contract/account'
import { type Problem, problem } from '@screening-room/contract/refusals'
import { commonParts } from './common-passwords.ts'

/* Argon2id with OWASP's parameters: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One password, one set of bytes, however the keyboard composed it. */
const normal = (password: string) => password.normalize('NFC')

export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), cost)
}

let stranger: Promise<string> | undefined

/** Without a hash to compare with, the same work is done for nothing: time tells no one who exists. */
export async function checkPassword(password: string, known: string | undefined): Promise<boolean> {
  stranger ??= hashPassword('nobody has this password')
  // An account that waits for its password has no hash.
  const usable = known?.startsWith('$argon2') ? known : undefined
  const matches = await verify(usable ?? (await stranger), normal(password))
  return matches && usable !== undefined
}

/** What must be left of a password without its common parts. */
const ownCharacters = 8

/** Common words, what is known of the person, runs like `aaaa`, and one part over and over. */
function isCommon(password: string, known: readonly string[]): boolean {
  const plain = password
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  if (/^(.{1,8}?)\1+.{0,6}$/u.test(plain)) return true
  const parts = [...known.map((part) => part.toLowerCase()), ...commonParts]
  const left = parts
    .filter((part) => part.length >= 3)
    .reduce((rest, part) => rest.replaceAll(part, ''), plain)
    .replace(/(.)\1{2,}|(19|20)\d\d/gu, '')
  return [...left].length < ownCharacters
}

/** What is wrong with a new password, for the person with this phone number and name. */
export function passwordProblem(password: string, known: readonly string[]): Problem | undefined {
  if ([...password].length < shortestPassword) return problem('too_short', shortestPassword)
  return isCommon(password, known) ? problem('too_common') : undefined
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Read off a terminal once: no characters that look alike, in groups. */
export function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
