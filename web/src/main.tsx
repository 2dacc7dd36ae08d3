import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readConfig } from './api/client.ts'
import { preload } from './api/parts.ts'
import { currentSession, onSession, setSession } from './api/session.ts'
import { forgetToken, token } from './api/token.ts'
import { loadDashboard, loadRoutes, loadSignIn } from './app/load.ts'
import { Root } from './app/Root.tsx'
import { startAppearance } from './shared/appearance.ts'
import './ui/base.css'

/* Start-up: everything that can be requested at once is. */

void readConfig()
const textsReady = startAppearance()

// What fails here is loaded again where it is needed.
const ignore = () => {}
const prefetch = () =>
  loadRoutes().then(
    ({ prefetchScreen }) => prefetchScreen(location.hash, currentSession().userInfo),
    ignore,
  )
onSession(() => currentSession().isLoggedIn && prefetch())
// The server decides who may read: with a stored token, the first list need not wait for the user.
if (currentSession().checking) {
  preload(loadDashboard)
  if (token() !== null) void prefetch()
}
loadSignIn()
  .then(({ checkSession }) => checkSession())
  .catch(() => {
    // The user cannot be fetched: like any other error at start-up (spec, section 2).
    forgetToken()
    setSession(null)
  })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void textsReady.then(() =>
  createRoot(root).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  ),
)
