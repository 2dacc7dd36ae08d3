import type { SecondStep } from '@screening-room/contract/factors'
import { sessionCalls, tokenOf, type UserInfo } from '@screening-room/contract/session'
import { send } from './client.ts'
import { config } from './config.ts'
import { clearDrafts } from './drafts.ts'
import { ApiFailure, asFailure } from './failure.ts'
import { adoptPreferences, sendUnsent } from './own-preferences.ts'
import { forgetInterruption, setSession } from './session.ts'
import { forgetSsoOutcome, ssoOutcome } from './sso.ts'
import { stillHere } from './still-here.ts'
import { forgetToken, storeToken, token } from './token.ts'

/* Signing in and out. Separate from the session, so that the login form need not wait for it. */

/** The first screen is drawn once, with what it reads; where that takes longer, the screen comes first. */
const firstReadsMs = 300

let readFirst: (user: UserInfo) => Promise<unknown> = () => Promise.resolve()

/** What somebody's first screen reads, asked for as soon as it is known who they are. */
export function onEntry(read: typeof readFirst) {
  readFirst = read
}

async function begin(info: UserInfo) {
  const user = adoptPreferences(info)
  const waited = new Promise((resolve) => setTimeout(resolve, firstReadsMs))
  await Promise.race([readFirst(user), waited])
  // The server may have ended the session meanwhile.
  if (token() !== null) setSession(user)
}

/** Start-up: a stored token counts only if the server still knows the session (spec, section 2). */
export async function checkSession(): Promise<void> {
  if (ssoOutcome() === 'done') return arrive()
  if (token() === null) return setSession(null)
  try {
    await begin((await send(sessionCalls.userInfo, {})).info)
  } catch {
    await stillHere()
    forgetToken()
    setSession(null)
  }
}

/** Back from the provider, with a session and without a token; one that is stored was somebody's before. */
async function arrive(): Promise<void> {
  forgetToken()
  const { ok } = await enter()
  if (!ok) setSession(null)
}

export type SignInResult =
  | { ok: true }
  | {
      ok: false
      step: 'login' | 'userInfo'
      serverMessage?: string
      /** The password was right, and a second factor is asked for. */
      secondStep?: SecondStep
    }

const secondFactor = 428

/** Logs in, fetches the user info, and only then stores the token (spec, section 5). */
export async function signIn(phone: string, pwd: string): Promise<SignInResult> {
  try {
    await send(sessionCalls.login, { phone, pwd })
  } catch (thrown) {
    const { code, data } = asFailure(thrown)
    const asked = code === secondFactor && config().ours ? { secondStep: data as SecondStep } : {}
    return { ...failed('login', thrown), ...asked }
  }
  return enter()
}

function failed(step: 'login' | 'userInfo', thrown: unknown): SignInResult & { ok: false } {
  const { serverMessage } = asFailure(thrown)
  return { ok: false, step, ...(serverMessage ? { serverMessage } : {}) }
}

/** With the session's cookie in the browser. */
export async function enter(): Promise<SignInResult> {
  try {
    const { info } = await send(sessionCalls.userInfo, {})
    storeToken(tokenOf(info))
    clearDrafts(info.id)
    forgetSsoOutcome()
    await begin(info)
    return { ok: true }
  } catch (thrown) {
    return failed('userInfo', thrown)
  }
}

export async function signOut(): Promise<void> {
  await sendUnsent()
  try {
    await send(sessionCalls.logout, {})
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure)) throw thrown
  }
  clearDrafts()
  forgetInterruption()
  forgetToken()
  setSession(null)
}
