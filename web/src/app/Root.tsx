import { Suspense, useEffect } from 'react'
import { useSession } from '../api/session.ts'
import { usePath } from '../shared/address.ts'
import { lazyPart } from '../shared/lazyPart.tsx'
import { useTranslation } from '../texts/i18n.ts'
import { Login } from './Login.tsx'
import { loadDashboard, loadPasswordLink } from './load.ts'

const Dashboard = lazyPart(loadDashboard)
const PasswordLink = lazyPart(loadPasswordLink)
/** A link to set a password. Its secret is behind the hash, so no server logs it. */
const linkPrefix = '/link/'

/** The guard: without a session there is only the login screen (spec, section 2). */
export function Root() {
  const session = useSession()
  const path = usePath()
  const link = path.startsWith(linkPrefix)
  const signedOut = !link && !session.checking && !session.isLoggedIn
  useEffect(() => {
    if (signedOut && path !== '/login') location.replace('#/login')
  }, [signedOut, path])

  if (signedOut) return <Login />
  if (session.checking && !link) return <Waiting />
  return (
    <Suspense fallback={<Waiting />}>
      {link ? <PasswordLink secret={path.slice(linkPrefix.length)} /> : <Dashboard />}
    </Suspense>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <main className="sr-waiting" aria-busy="true">
      <span className="sr-spinner" aria-hidden="true" />
      <p>{t('common.loading')}</p>
    </main>
  )
}
