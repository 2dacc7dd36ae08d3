import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readConfig } from './api/client.ts'
import { currentSession, onSession, setSession } from './api/session.ts'
import { forgetToken } from './api/token.ts'
import { loadDashboard, loadRoutes, loadSignIn } from './app/load.ts'
import { Root } from './app/Root.tsx'
import { startAppearance } from './shared/appearance.ts'
import './ui/base.css'

/* Start-up: everything that can be asked for at once is asked for at once. */

void readConfig()
const worded = startAppearance()

onSession(() => {
  if (currentSession().isLoggedIn)
    void loadRoutes().then(({ prefetchScreen }) => prefetchScreen(location.hash))
})
if (currentSession().checking) {
  void loadDashboard()
  void loadRoutes()
}
loadSignIn()
  .then(({ checkSession }) => checkSession())
  .catch(() => {
    // Nobody can ask who that is: as any other error of the start (spec, section 2).
    forgetToken()
    setSession(null)
  })

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
void worded.then(() =>
  createRoot(place).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  ),
)
