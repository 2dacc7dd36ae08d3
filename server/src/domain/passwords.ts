import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/* Argon2id with OWASP's parameters: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const shortestPassword = 15

/** One password, one set of bytes, however the keyboard composed it. */
const normal = (password: string) => password.normalize('NFC')

export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), cost)
}

let stranger: Promise<string> | undefined

/** Without a hash to compare with, the same work is done for nothing: time tells no one who exists. */
export async function checkPassword(password: string, known: string | undefined): Promise<boolean> {
  stranger ??= hashPassword('nobody has this password')
  const matches = await verify(known ?? (await stranger), normal(password))
  return matches && known !== undefined
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Read off a terminal once: no characters that look alike, in groups. */
export function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
