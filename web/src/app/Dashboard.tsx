import { certificationCalls } from '@screening-room/contract/certifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import english from 'antd/es/locale/en_US'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { createHashRouter, Navigate, RouterProvider } from 'react-router'
import { queryClient, reloadCalls } from '../api/queries.ts'
import { useAppearance } from '../shared/appearance.ts'
import { themeOf } from '../ui/theme.ts'
import { firstScreen, screens } from './routes.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { ScreenSkeleton } from './ScreenSkeleton.tsx'
import { Shell } from './Shell.tsx'
import 'virtual:antd.css'
import './shell.css'

/* Everything behind the sign-in: providers, routes, shell. Nothing of it is in the login's code. */

// Redirects are elements, not loaders: the router outlives the dashboard, and must leave #/login alone.
const router = createHashRouter([
  {
    path: '/dashboard',
    element: <Shell />,
    children: [
      { index: true, element: <Navigate to={firstScreen} replace /> },
      ...screens.map(({ path, load }) => {
        const Screen = lazy(load)
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

const still = matchMedia('(prefers-reduced-motion: reduce)').matches

/** Always one: a provider that comes or goes would build everything below it anew. */
function useKitLocale(language: string): Locale {
  const [locale, setLocale] = useState(english)
  useEffect(() => {
    if (language !== 'zh-CN') return setLocale(english)
    void import('antd/es/locale/zh_CN').then((module) => setLocale(module.default))
  }, [language])
  return locale
}

/** The server names the roles in the language it is asked in. */
function useNamesIn(language: string) {
  const asked = useRef(language)
  useEffect(() => {
    if (asked.current === language) return
    asked.current = language
    void reloadCalls(certificationCalls.roles)
  }, [language])
}

export default function Dashboard() {
  const { language, mode } = useAppearance()
  const locale = useKitLocale(language)
  useNamesIn(language)
  // Whoever signs in next must not see what was read for somebody else.
  useEffect(() => () => queryClient.clear(), [])
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        theme={themeOf(mode, still)}
        button={{ autoInsertSpace: false }}
        locale={locale}
      >
        <App component={false}>
          <RouterProvider router={router} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}
