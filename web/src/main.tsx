import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readConfig } from './api/client.ts'
import { currentSession, onSession, setSession } from './api/session.ts'
import { forgetToken } from './api/token.ts'
import { loadDashboard, loadRoutes, loadSignIn } from './app/load.ts'
import { Root } from './app/Root.tsx'
import { startAppearance } from './shared/appearance.ts'
import './ui/base.css'

/* Start-up: everything that can be requested at once is. */

void readConfig()
const textsReady = startAppearance()

// What fails here is loaded again where it is needed.
const ignore = () => {}
onSession(() => {
  if (currentSession().isLoggedIn)
    loadRoutes().then(({ prefetchScreen }) => prefetchScreen(location.hash), ignore)
})
if (currentSession().checking) {
  loadDashboard().catch(ignore)
  loadRoutes().catch(ignore)
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
