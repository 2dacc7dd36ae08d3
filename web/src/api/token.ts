import { lasting } from './storage.ts'

/*
 * The stored token names the user (spec, section 9). This tab keeps to the one it captured at load
 * or sign-in: another tab that signs in as somebody else must not change who decides here.
 */
const key = 'token'

let captured = lasting.get(key)

export const token = () => captured

export function storeToken(value: string) {
  captured = value
  lasting.set(key, value)
}

/** Removes the stored token only where it still is the one in question. */
export function forgetToken(sent: string | null = captured) {
  if (captured === sent) captured = null
  if (lasting.get(key) === sent) lasting.remove(key)
}
