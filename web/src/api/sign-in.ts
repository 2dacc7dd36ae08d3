import { sessionCalls, tokenOf } from '@screening-room/contract/session'
import { send } from './client.ts'
import { clearDrafts } from './drafts.ts'
import { ApiFailure, asFailure } from './failure.ts'
import { forgetInterruption, setSession } from './session.ts'
import { forgetToken, storeToken, token } from './token.ts'

/* Signing in and out. Separate from the session, so that the login form need not wait for it. */

/** Start-up: a stored token counts only if the server still knows the session (spec, section 2). */
export async function checkSession(): Promise<void> {
  if (token() === null) return setSession(null)
  try {
    const { info } = await send(sessionCalls.userInfo, {})
    setSession(info)
  } catch {
    forgetToken()
    setSession(null)
  }
}

export type SignInResult =
  | { ok: true }
  | { ok: false; step: 'login' | 'userInfo'; serverMessage?: string }

/** Logs in, fetches the user info, and only then stores the token (spec, section 5). */
export async function signIn(phone: string, pwd: string): Promise<SignInResult> {
  let step: 'login' | 'userInfo' = 'login'
  try {
    await send(sessionCalls.login, { phone, pwd })
    step = 'userInfo'
    const { info } = await send(sessionCalls.userInfo, {})
    storeToken(tokenOf(info))
    clearDrafts(info.id)
    setSession(info)
    return { ok: true }
  } catch (thrown) {
    const { serverMessage } = asFailure(thrown)
    return { ok: false, step, ...(serverMessage ? { serverMessage } : {}) }
  }
}

export async function signOut(): Promise<void> {
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
