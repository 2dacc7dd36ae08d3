import { partOf } from '../api/parts.ts'
import { parseHash } from '../shared/address.ts'
import { withLateTexts } from '../texts/i18n.ts'
import { screenParts } from './screen-parts.ts'

/* The parts that load after the login form, each imported in one place; the screens in screen-parts.ts. */

export const loadRoutes = () => import('./routes.ts')
export const loadSignIn = () => import('./sign-in.ts')
export const loadPasswordLink = partOf(withLateTexts(() => import('./PasswordLink.tsx')))

/** How long the shell waits for its first screen once its own code is there. */
const screenWaitMs = 1000

/** Together with the screen of the address: to draw both at once costs less than one after the other. */
export const loadDashboard = partOf(async () => {
  const [, name = ''] = /^\/dashboard\/([^/]+)/.exec(parseHash(location.hash).path) ?? []
  // What is lost is loaded again by the screen itself, and said there.
  const screen = screenParts[name]?.().then(ignore, ignore)
  const dashboard = await import('./Dashboard.tsx')
  await Promise.race([screen, new Promise((resolve) => setTimeout(resolve, screenWaitMs))])
  return dashboard
})

function ignore() {}
