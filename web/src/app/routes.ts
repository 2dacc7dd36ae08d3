import { administrators, type Role } from '@screening-room/contract/call'
import { categoryCalls } from '@screening-room/contract/categories'
import { certificationCalls } from '@screening-room/contract/certifications'
import {
  type ListEntry,
  type ListName,
  listNames,
  lists,
  type PendingCounts,
  pendingIn,
} from '@screening-room/contract/queues'
import { reasonCalls } from '@screening-room/contract/reasons'
import { reportCalls } from '@screening-room/contract/reports'
import type { ParseKeys } from 'i18next'
import type { ComponentType } from 'react'
import { config } from '../api/config.ts'
import { listCalls } from '../api/list-calls.ts'
import { prefetchCall } from '../api/queries.ts'
import { parseHash } from '../shared/address.ts'
import { filterDefaults, listInput } from '../shared/list-filters.ts'
import { readListQuery } from '../shared/list-query.ts'
import { withLateTexts } from '../texts/i18n.ts'

/*
 * The one table of screens: paths, menu, breadcrumb, titles, code and first list come from here.
 * Light on purpose: it is loaded while the session is being checked.
 */

export type Group = 'review' | 'configuration' | 'tools'

export interface ScreenRoute {
  /** Under /dashboard. */
  path: string
  title: ParseKeys
  group: Group
  /** The screen is not in the menu, and the menu is collapsed. */
  hideMenu?: true
  /** After G, this key leads here. */
  key?: string
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

/** The screen of a list, or of several in tabs; with what it needs beside its first list. */
function listScreen(
  names: readonly [ListName, ...ListName[]],
  title: ScreenRoute['title'],
  key: string,
  load: ScreenRoute['load'],
  prefetchOthers = () => {},
): ScreenRoute {
  return {
    path: lists[names[0]].screen,
    title,
    key,
    group: 'review',
    load,
    prefetch(query) {
      const name = names.find((one) => tabOf(one) === query.get('tab')) ?? names[0]
      const list = readListQuery(query, filterDefaults(name))
      prefetchCall(listCalls[name].list, listInput(name, list))
      prefetchOthers()
    },
    pending: (counts) => names.reduce((sum, name) => sum + pendingIn(counts, name), 0),
  }
}

const tabOf = (name: ListName) => (lists[name] as ListEntry).tab
const prefetchRoles = () => prefetchCall(certificationCalls.roles, {})
const prefetchReasons = () => prefetchCall(reportCalls.reasons, {})

export const screens: ScreenRoute[] = [
  listScreen(
    ['project'],
    'screens.projects',
    'P',
    () => import('../screens/projects/ProjectsScreen.tsx'),
    prefetchRoles,
  ),
  listScreen(
    ['certification'],
    'screens.certifications',
    'A',
    () => import('../screens/certifications/CertificationsScreen.tsx'),
    prefetchRoles,
  ),
  listScreen(
    ['project-video', 'personal-video'],
    'screens.videos',
    'V',
    () => import('../screens/videos/VideosScreen.tsx'),
  ),
  listScreen(
    ['report'],
    'screens.reports',
    'R',
    () => import('../screens/reports/ReportsScreen.tsx'),
    prefetchReasons,
  ),
  {
    path: 'category-config',
    title: 'screens.categories',
    key: 'C',
    group: 'configuration',
    load: withLateTexts(() => import('../screens/categories/CategoriesScreen.tsx')),
    prefetch: () => prefetchCall(categoryCalls.maps, {}),
  },
  {
    path: 'reasons',
    title: 'screens.reasons',
    key: 'E',
    group: 'tools',
    roles: administrators,
    ours: true,
    load: withLateTexts(() => import('../screens/reasons/ReasonsScreen.tsx')),
    prefetch: () => prefetchCall(reasonCalls.list, {}),
  },
  // Focus review is opened from its list.
  ...listNames.map(
    (name): ScreenRoute => ({
      path: `focus/${lists[name].address}`,
      title: 'screens.focus',
      group: 'review',
      hideMenu: true,
      load: withLateTexts(() => import('../screens/focus/FocusScreen.tsx')),
      pending: (counts) => pendingIn(counts, name),
    }),
  ),
]

/** The screens of the menu, for this role. */
export const screensFor = (role: Role | undefined): ScreenRoute[] =>
  screens.filter(
    ({ hideMenu, roles, ours }) =>
      !hideMenu && (!ours || config().ours) && (!roles || (role && roles.includes(role))),
  )

export const firstScreen = lists.certification.screen

export function screenAt(address: string): ScreenRoute | undefined {
  return screens.find(({ path }) => address === `/dashboard/${path}`)
}

/** Starts the code and the first list of the screen an address leads to, side by side. */
export function prefetchScreen(hash: string) {
  const { path, query } = parseHash(hash)
  const named = screenAt(path)
  const screen = named ?? screenAt(`/dashboard/${firstScreen}`)
  void screen?.load().catch(() => undefined)
  screen?.prefetch?.(named ? query : new URLSearchParams())
}
