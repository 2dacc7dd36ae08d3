import { administrators, type OutputOf, type Role } from '@screening-room/contract/call'
import { categoryCalls } from '@screening-room/contract/categories'
import { certificationCalls } from '@screening-room/contract/certifications'
import { type FocusQueue, focusQueues } from '@screening-room/contract/focus'
import type { historyCalls } from '@screening-room/contract/history'
import { projectCalls } from '@screening-room/contract/projects'
import { reasonCalls } from '@screening-room/contract/reasons'
import { reportCalls } from '@screening-room/contract/reports'
import { videoCalls } from '@screening-room/contract/videos'
import type { ParseKeys } from 'i18next'
import type { ComponentType } from 'react'
import { prefetchCall } from '../api/queries.ts'
import * as certifications from '../screens/certifications/list.ts'
import * as projects from '../screens/projects/list.ts'
import * as reports from '../screens/reports/list.ts'
import * as videos from '../screens/videos/list.ts'
import { type Filters, type ListQuery, readListQuery } from '../shared/list-query.ts'
import { loadLateTexts } from '../texts/i18n.ts'

/*
 * The one table of screens: paths, menu, breadcrumb, titles, code and first list come from here.
 * Light on purpose: it is loaded while the session is being checked.
 */

export type Group = 'review' | 'configuration' | 'tools'
type PendingCounts = OutputOf<typeof historyCalls.pending>['data']

export interface ScreenRoute {
  /** Under /dashboard. */
  path: string
  title: ParseKeys
  group: Group
  /** The screen is not in the menu, and the menu is collapsed. */
  hideMenu?: true
  /** Who sees it in the menu; everybody by default. */
  roles?: readonly Role[]
  /** An addition of ours: absent with another provider. */
  ours?: true
  load: () => Promise<{ default: ComponentType }>
  /** Requests the screen's first list, as its address describes it. */
  prefetch?: (query: URLSearchParams) => void
  pending?: (counts: PendingCounts) => number
}

export const groupTitles = {
  review: 'shell.reviewManagement',
  configuration: 'shell.configurationManagement',
  tools: 'shell.reviewTools',
} as const satisfies Record<Group, ParseKeys>

/** For a screen whose texts are loaded with it. */
function withLateTexts(load: ScreenRoute['load']): ScreenRoute['load'] {
  return async () => {
    const [screen] = await Promise.all([load(), loadLateTexts()])
    return screen
  }
}

/** Requests the first list of a screen, from the address. */
function prefetchList<F extends Filters>(defaults: F, prefetch: (list: ListQuery<F>) => void) {
  return (query: URLSearchParams) => prefetch(readListQuery(query, defaults))
}

/** Focus review is opened from the list of its queue. */
const focusPending: Record<FocusQueue, (counts: PendingCounts) => number> = {
  'project-video': (counts) => counts.projectVideos,
  'personal-video': (counts) => counts.personalVideos,
  auth: (counts) => counts.certifications,
  project: (counts) => counts.projects,
  report: ({ reports }) => reports.promo + reports.personal + reports.project,
}

export const screens: ScreenRoute[] = [
  {
    path: 'project-review',
    title: 'screens.projects',
    group: 'review',
    load: () => import('../screens/projects/ProjectsScreen.tsx'),
    prefetch: prefetchList(projects.filterDefaults, (list) => {
      prefetchCall(projectCalls.list, projects.listInput(list))
      prefetchCall(certificationCalls.roles, {})
    }),
    pending: (counts) => counts.projects,
  },
  {
    path: 'auth-review',
    title: 'screens.certifications',
    group: 'review',
    load: () => import('../screens/certifications/CertificationsScreen.tsx'),
    prefetch: prefetchList(certifications.filterDefaults, (list) => {
      prefetchCall(certificationCalls.list, certifications.listInput(list))
      prefetchCall(certificationCalls.roles, {})
    }),
    pending: (counts) => counts.certifications,
  },
  {
    path: 'video-review',
    title: 'screens.videos',
    group: 'review',
    load: () => import('../screens/videos/VideosScreen.tsx'),
    prefetch: prefetchList(videos.filterDefaults, (list) => {
      const videoKind = videos.videoKindOf(list.tab)
      prefetchCall(videoCalls[videoKind].list, videos.listInput(videoKind, list))
    }),
    pending: (counts) => counts.projectVideos + counts.personalVideos,
  },
  {
    path: 'report-review',
    title: 'screens.reports',
    group: 'review',
    load: () => import('../screens/reports/ReportsScreen.tsx'),
    prefetch: prefetchList(reports.filterDefaults, (list) => {
      prefetchCall(reportCalls.list, reports.listInput(list))
      prefetchCall(reportCalls.reasons, {})
    }),
    pending: ({ reports }) => reports.promo + reports.personal + reports.project,
  },
  {
    path: 'category-config',
    title: 'screens.categories',
    group: 'configuration',
    load: withLateTexts(() => import('../screens/categories/CategoriesScreen.tsx')),
    prefetch: () => prefetchCall(categoryCalls.maps, {}),
  },
  {
    path: 'reasons',
    title: 'screens.reasons',
    group: 'tools',
    roles: administrators,
    ours: true,
    load: withLateTexts(() => import('../screens/reasons/ReasonsScreen.tsx')),
    prefetch: () => prefetchCall(reasonCalls.list, {}),
  },
  ...focusQueues.map(
    (queue): ScreenRoute => ({
      path: `focus/${queue}`,
      title: 'screens.focus',
      group: 'review',
      hideMenu: true,
      load: withLateTexts(() => import('../screens/focus/FocusScreen.tsx')),
      pending: focusPending[queue],
    }),
  ),
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
