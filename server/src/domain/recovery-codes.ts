import { randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '@screening-room/contract/factors'
import { Secret } from 'otpauth'
import type { Tx } from '../db/pool.ts'
import { setRecoveryCodes } from '../store/factors.ts'
import { sha256 } from './sign-in.ts'

/* 80 random bits each: nobody guesses one, so its hash needs neither salt nor time. */

const bytes = 10
export const recoveryCodeLength = (bytes * 8) / 5

export const recoveryHash = (userId: number, code: string) => sha256(`${userId}\n${code}`)

/** Takes the place of those before. Returned in groups of four, to be shown once. */
export async function renewRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from(
    { length: recoveryCodeCount },
    () => new Secret({ buffer: new Uint8Array(randomBytes(bytes)).buffer }).base32,
  )
  await setRecoveryCodes(
    tx,
    userId,
    codes.map((code) => recoveryHash(userId, code)),
  )
  return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'))
}
