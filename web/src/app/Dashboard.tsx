import { certificationCalls } from '@screening-room/contract/certifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import english from 'antd/es/locale/en_US'
import { Suspense, useEffect, useRef, useState } from 'react'
import { createHashRouter, Navigate, RouterProvider } from 'react-router'
import { keepLoading } from '../api/parts.ts'
import { queryClient, reloadCalls } from '../api/queries.ts'
import { useAppearance } from '../shared/appearance.ts'
import { lazyPart } from '../shared/lazyPart.tsx'
import { themeOf } from '../ui/theme.ts'
import { firstScreen, screens } from './routes.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'
import { Shell } from './Shell.tsx'
import 'virtual:antd.css'
import './shell.css'

/* Everything behind the sign-in: providers, routes, shell. The login page does not load it. */

/** antd's own icon is named "loading" and may stay in the button after the action has ended. */
const spinner = <span className="sr-spinner" aria-hidden="true" />

// Redirects are elements, not loaders: the router outlives the dashboard, and must leave #/login alone.
const router = createHashRouter([
  {
    path: '/dashboard',
    element: <Shell />,
    children: [
      { index: true, element: <Navigate to={firstScreen} replace /> },
      ...screens.map(({ path, load }) => {
        const Screen = lazyPart(load)
        return {
          path,
          element: (
            <ScreenBoundary key={path}>
              <Suspense fallback={<ScreenSkeleton />}>
                <Screen />
              </Suspense>
            </ScreenBoundary>
          ),
        }
      }),
      { path: '*', element: <Navigate to="/dashboard" replace /> },
    ],
  },
  { path: '*', element: <Navigate to="/dashboard" replace /> },
])

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
  useRolesReload(language)
  // The next user must not see cached data of this one.
  useEffect(() => () => queryClient.clear(), [])
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        theme={themeOf(mode, reducedMotion)}
        button={{ autoInsertSpace: false, loadingIcon: spinner }}
        locale={locale}
      >
        <App component={false}>
          <RouterProvider router={router} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}
