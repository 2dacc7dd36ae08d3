import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/session.ts'
import { useHash } from '../shared/address.ts'
import { lazyPart } from '../shared/lazyPart.tsx'
import { Login } from './Login.tsx'
import { loadDashboard } from './load.ts'

const Dashboard = lazyPart(loadDashboard)

/** The guard: without a session there is only the login screen (spec, section 2). */
export function Root() {
  const session = useSession()
  const hash = useHash()
  const signedOut = !session.checking && !session.isLoggedIn
  useEffect(() => {
    if (signedOut && hash !== '#/login') location.replace('#/login')
  }, [signedOut, hash])

  if (session.checking) return <Waiting />
  if (signedOut) return <Login />
  return (
    <Suspense fallback={<Waiting />}>
      <Dashboard />
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
