import { sessionCalls } from '@screening-room/contract/session'
import { send } from './client.ts'
import { config } from './config.ts'
import { currentSession, setSession } from './session.ts'

/** What the person may do may have changed; the menu follows. */
export async function refreshUser(): Promise<void> {
  if (!config().ours || !currentSession().isLoggedIn) return
  const { preferences: _, ...info } = (await send(sessionCalls.userInfo, {})).info
  const { userInfo } = currentSession()
  const same = JSON.stringify(info) === JSON.stringify({ ...userInfo })
  if (userInfo && info.id === userInfo.id && !same) setSession(info)
}
