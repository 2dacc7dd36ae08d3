import type { UserInfo } from '@screening-room/contract/session'
import { useSyncExternalStore } from 'react'
import { onFailure } from './client.ts'
import { ssoOutcome } from './sso.ts'
import { tabStore } from './storage.ts'
import { token } from './token.ts'

/* Who is signed in. With a stored token, or back from the provider, this is unknown until the server has said it. */

export interface Session {
  checking: boolean
  userInfo: UserInfo | null
  isLoggedIn: boolean
}

const arrived = ssoOutcome() === 'done'
let session: Session = {
  checking: token() !== null || arrived,
  userInfo: null,
  isLoggedIn: false,
}
const listeners = new Set<() => void>()

export function setSession(userInfo: UserInfo | null) {
  session = { checking: false, userInfo, isLoggedIn: userInfo !== null }
  for (const listener of listeners) listener()
}

export const currentSession = () => session

export function onSession(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): Session {
  return useSyncExternalStore(onSession, currentSession)
}

/** The page that was open when the session ended. */
export interface Interruption {
  place: string
  userId: number | null
}

const interruptionKey = 'interrupted'

export function interruption(): Interruption | undefined {
  try {
    return JSON.parse(tabStore.get(interruptionKey) ?? '') as Interruption
  } catch {
    return undefined
  }
}

export const forgetInterruption = () => tabStore.remove(interruptionKey)

function rememberInterruption(userId: number | null) {
  const place = location.hash.replace(/^#/, '')
  if (!place.startsWith('/dashboard')) return
  tabStore.set(interruptionKey, JSON.stringify({ place, userId } satisfies Interruption))
}

onFailure((failure) => {
  if (failure.kind !== 'signedOut') return
  if (session.isLoggedIn || session.checking) rememberInterruption(session.userInfo?.id ?? null)
  setSession(null)
})
