import { certificationCalls } from '@screening-room/contract/certifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import english from 'antd/es/locale/en_US'
import { Suspense, useEffect, useRef, useState } from 'react'
import { keepLoading } from '../api/parts.ts'
import { queryClient, reloadCalls } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { navigate, usePath } from '../shared/address.ts'
import { useAppearance } from '../shared/appearance.ts'
import { forgetFirstView, watchFirstView } from '../shared/first-view.ts'
import { lazyPart } from '../shared/lazyPart.tsx'
import { OpenQuestions } from '../shared/OpenQuestions.tsx'
import { ScreensShown } from '../shared/screens-shown.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { themeOf } from '../ui/theme.ts'
import { accountScreen, homeOf, prefetchScreen, screenAt, screens, screensFor } from './routes.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { Shell } from './Shell.tsx'
import 'virtual:antd.css'
import './shell.css'

/* Everything behind the sign-in: providers, routes, shell. The login page does not load it. */

/** antd's own icon is named "loading" and may stay in the button after the action has ended. */
const spinner = <span className="sr-spinner" aria-hidden="true" />

const parts = new Map(screens.map((screen) => [screen, lazyPart(screen.load)]))

/** The screen of the address; any other address leads to the first one. */
function CurrentScreen() {
  const screen = screenAt(usePath())
  const { userInfo } = useSession()
  useEffect(() => {
    if (!screen) navigate(`/dashboard/${homeOf(userInfo)}`, { replace: true })
  }, [screen, userInfo])
  const Screen = screen && parts.get(screen)
  if (!Screen) return null
  return (
    <ScreenBoundary key={screen.path}>
      <ListAhead />
      <Suspense fallback={<Skeleton rows={12} />}>
        <Screen />
        <FirstView />
      </Suspense>
    </ScreenBoundary>
  )
}

/** Nothing else is served to them, not even what the shell asks for. */
function Enrolment() {
  const screen = screenAt(`/dashboard/${accountScreen}`)
  const Screen = screen && parts.get(screen)
  return (
    <ScreenBoundary>
      <Suspense fallback={<Skeleton rows={12} />}>{Screen && <Screen />}</Suspense>
    </ScreenBoundary>
  )
}

/** The list need not wait for the screen's code. Inside the boundary: what fails here is the screen's. */
function ListAhead() {
  const { userInfo } = useSession()
  useEffect(() => prefetchScreen(location.hash, userInfo), [userInfo])
  return null
}

/** After the screen: its effects have asked for what it reads. */
function FirstView() {
  useEffect(watchFirstView, [])
  return null
}

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches

/** Never undefined: adding or removing a provider would remount everything below it. */
function useAntdLocale(language: string): Locale {
  const [locale, setLocale] = useState(english)
  useEffect(() => {
    if (language !== 'zh-CN') return setLocale(english)
    let wanted = true
    void keepLoading(
      () => import('antd/es/locale/zh_CN'),
      () => wanted,
    ).then((chinese) => chinese && wanted && setLocale(chinese.default))
    return () => {
      wanted = false
    }
  }, [language])
  return locale
}

/** The server returns role names in the language of the request. */
function useRolesReload(language: string) {
  const loaded = useRef(language)
  useEffect(() => {
    if (loaded.current === language) return
    loaded.current = language
    void reloadCalls(certificationCalls.roles)
  }, [language])
}

export default function Dashboard() {
  const { language, mode } = useAppearance()
  const locale = useAntdLocale(language)
  const { userInfo } = useSession()
  useRolesReload(language)
  // The next user must not see cached data of this one.
  useEffect(
    () => () => {
      queryClient.clear()
      forgetFirstView()
    },
    [],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        theme={themeOf(mode, reducedMotion)}
        button={{ autoInsertSpace: false, loadingIcon: spinner }}
        locale={locale}
      >
        <App component={false}>
          {userInfo?.mustEnrol ? (
            <Enrolment />
          ) : (
            <ScreensShown value={screensFor(userInfo)}>
              <Shell>
                <CurrentScreen />
              </Shell>
            </ScreensShown>
          )}
          <OpenQuestions />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}
