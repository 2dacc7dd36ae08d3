import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readConfig } from './api/client.ts'
import { currentSession, setSession } from './api/session.ts'
import { stillHere } from './api/still-here.ts'
import { forgetToken, token } from './api/token.ts'
import { loadDashboard, loadRoutes, loadSignIn } from './app/load.ts'
import { Root } from './app/Root.tsx'
import { startAppearance } from './shared/appearance.ts'
import './ui/base.css'

/* Start-up: everything that can be requested at once is, and nothing is drawn twice. */

/** Until it is known what to draw, the page's own sign of waiting stays. After this, it says so in words. */
const silentMs = 1000

void readConfig()
const checked = loadSignIn()
  .then(({ checkSession }) => checkSession())
  .catch(async () => {
    // The user cannot be fetched: like any other error at start-up (spec, section 2).
    await stillHere()
    forgetToken()
    setSession(null)
  })
const textsReady = startAppearance()

// What fails here is loaded again where it is needed.
const ignore = () => {}

async function known(): Promise<void> {
  if (!currentSession().checking) return
  const code = loadDashboard().catch(ignore)
  // The server decides who may read: with a stored token, the first list need not wait for the user.
  if (token() !== null)
    loadRoutes().then(({ prefetchScreen }) => prefetchScreen(location.hash, null), ignore)
  await checked
  if (currentSession().isLoggedIn) await code
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const waited = new Promise((resolve) => setTimeout(resolve, silentMs))
void Promise.all([textsReady, Promise.race([known(), waited])]).then(() =>
  createRoot(root).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  ),
)
