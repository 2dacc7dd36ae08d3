import { localStore } from './storage.ts'

/*
 * The stored token names the user (spec, section 9). This tab keeps the one it read at load
 * or sign-in: a sign-in in another tab must not change who decides here.
 */
const key = 'token'

let captured = localStore.get(key)

export const token = () => captured

export function storeToken(value: string) {
  captured = value
  localStore.set(key, value)
}

/** Removes the stored token only if it is still this one. */
export function forgetToken(sent: string | null = captured) {
  if (captured === sent) captured = null
  if (localStore.get(key) === sent) localStore.remove(key)
}
