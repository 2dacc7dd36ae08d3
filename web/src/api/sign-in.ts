import { sessionCalls, tokenOf } from '@screening-room/contract/session'
import { send } from './client.ts'
import { clearDrafts } from './drafts.ts'
import { ApiFailure, asFailure } from './failure.ts'
import { forgetInterruption, setSession } from './session.ts'
import { forgetToken, storeToken, token } from './token.ts'

/* Coming and going. Apart from the session itself, so that the login form need not wait for it. */

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

export type SignInResult = { ok: true } | { ok: false; step: 'login' | 'userInfo'; said?: string }

/** Logs in, asks who that is, and only then stores the token (spec, section 5). */
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
    const { said } = asFailure(thrown)
    return { ok: false, step, ...(said ? { said } : {}) }
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
