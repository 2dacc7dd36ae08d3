import type { OutputOf } from '@screening-room/contract/call'
import { categoryCalls } from '@screening-room/contract/categories'
import { certificationCalls } from '@screening-room/contract/certifications'
import type { historyCalls } from '@screening-room/contract/history'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import { videoCalls } from '@screening-room/contract/videos'
import type { ParseKeys } from 'i18next'
import type { ComponentType } from 'react'
import { prefetchCall } from '../api/queries.ts'
import * as certifications from '../screens/certifications/list.ts'
import * as projects from '../screens/projects/list.ts'
import * as reports from '../screens/reports/list.ts'
import * as videos from '../screens/videos/list.ts'
import { type Filters, type ListPlace, readPlace } from '../shared/list-place.ts'

/*
 * The one table of screens: paths, menu, breadcrumb, titles, code and first list come from here.
 * Light on purpose: it is loaded while the session is being checked.
 */

export type Group = 'review' | 'configuration'
type PendingCounts = OutputOf<typeof historyCalls.pending>['data']

export interface ScreenRoute {
  /** Under /dashboard. */
  path: string
  title: ParseKeys
  group: Group
  load: () => Promise<{ default: ComponentType }>
  /** Asks for the screen's first list, as its address describes it. */
  prefetch?: (query: URLSearchParams) => void
  pending?: (counts: PendingCounts) => number
}

export const groupTitles = {
  review: 'shell.reviewManagement',
  configuration: 'shell.configurationManagement',
} as const satisfies Record<Group, ParseKeys>

/** The first list of a screen: read the address as the screen does, and ask. */
function ahead<F extends Filters>(defaults: F, ask: (place: ListPlace<F>) => void) {
  return (query: URLSearchParams) => ask(readPlace(query, defaults))
}

export const screens: ScreenRoute[] = [
  {
    path: 'project-review',
    title: 'screens.projects',
    group: 'review',
    load: () => import('../screens/projects/ProjectsScreen.tsx'),
    prefetch: ahead(projects.filterDefaults, (place) => {
      prefetchCall(projectCalls.list, projects.listInput(place))
      prefetchCall(certificationCalls.roles, {})
    }),
    pending: (counts) => counts.projects,
  },
  {
    path: 'auth-review',
    title: 'screens.certifications',
    group: 'review',
    load: () => import('../screens/certifications/CertificationsScreen.tsx'),
    prefetch: ahead(certifications.filterDefaults, (place) => {
      prefetchCall(certificationCalls.list, certifications.listInput(place))
      prefetchCall(certificationCalls.roles, {})
    }),
    pending: (counts) => counts.certifications,
  },
  {
    path: 'video-review',
    title: 'screens.videos',
    group: 'review',
    load: () => import('../screens/videos/VideosScreen.tsx'),
    prefetch: ahead(videos.filterDefaults, (place) => {
      const kind = videos.kindOf(place.tab)
      prefetchCall(videoCalls[kind].list, videos.listInput(kind, place))
    }),
    pending: (counts) => counts.projectVideos + counts.personalVideos,
  },
  {
    path: 'report-review',
    title: 'screens.reports',
    group: 'review',
    load: () => import('../screens/reports/ReportsScreen.tsx'),
    prefetch: ahead(reports.filterDefaults, (place) => {
      prefetchCall(reportCalls.list, reports.listInput(place))
      prefetchCall(reportCalls.reasons, {})
    }),
    pending: ({ reports }) => reports.promo + reports.personal + reports.project,
  },
  {
    path: 'category-config',
    title: 'screens.categories',
    group: 'configuration',
    load: () => import('../screens/categories/CategoriesScreen.tsx'),
    prefetch: () => prefetchCall(categoryCalls.maps, {}),
  },
]

export const firstScreen = 'auth-review'

export function screenAt(pathname: string): ScreenRoute | undefined {
  return screens.find(({ path }) => pathname === `/dashboard/${path}`)
}

/** Starts the code and the first list of the screen an address leads to, side by side. */
export function prefetchScreen(hash: string) {
  const [pathname = '', query = ''] = hash.replace(/^#/, '').split('?')
  const named = screenAt(pathname)
  const screen = named ?? screenAt(`/dashboard/${firstScreen}`)
  void screen?.load().catch(() => undefined)
  screen?.prefetch?.(new URLSearchParams(named ? query : ''))
}
