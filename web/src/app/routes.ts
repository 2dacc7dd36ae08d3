import { accountCalls } from '@screening-room/contract/account'
import { categoryCalls } from '@screening-room/contract/categories'
import { certificationCalls } from '@screening-room/contract/certifications'
import { confirmationList } from '@screening-room/contract/confirmation-alerts'
import { factorCalls } from '@screening-room/contract/factors'
import { confirmersAny } from '@screening-room/contract/four-eyes'
import { overviewCalls } from '@screening-room/contract/overview'
import { type PendingCounts, pendingIn } from '@screening-room/contract/pending-counts'
import type { Permission } from '@screening-room/contract/permissions'
import { deciding, seeing } from '@screening-room/contract/queue-permissions'
import {
  type ListEntry,
  type ListName,
  listNames,
  lists,
  type Queue,
} from '@screening-room/contract/queues'
import { reasonCalls } from '@screening-room/contract/reasons'
import { reportCalls } from '@screening-room/contract/reports'
import { roleCalls } from '@screening-room/contract/roles'
import type { UserInfo } from '@screening-room/contract/session'
import type { ProviderExtra } from '@screening-room/contract/settings'
import { teamCalls } from '@screening-room/contract/team'
import { config, has } from '../api/config.ts'
import { listCalls } from '../api/list-calls.ts'
import { preload } from '../api/parts.ts'
import { isSaidToMay, may } from '../api/permissions.ts'
import { preferences } from '../api/preferences.ts'
import { prefetchCall } from '../api/queries.ts'
import { parseHash } from '../shared/address.ts'
import { memberScreen } from '../shared/list-address.ts'
import { filterDefaults, listInput } from '../shared/list-filters.ts'
import { readListQuery } from '../shared/list-query.ts'
import { readSpan } from '../shared/overview-span.ts'
import type { TextKey } from '../texts/i18n.ts'
import { screenPart } from './screen-parts.ts'

/*
 * The one table of screens: paths, menu, breadcrumb, titles and first list come from here. Their code is in screen-parts.ts.
 * Light on purpose: it is loaded while the session is being checked.
 */

export type Group = 'review' | 'configuration' | 'tools' | 'administration'

interface ScreenEntry {
  /** Under /dashboard. */
  path: string
  title: TextKey
  group: Group
  /** The screen is not in the menu, and the menu is collapsed. */
  hideMenu?: true
  /** The screen is opened from somewhere else. */
  outsideMenu?: true
  /** After G, this key leads here. */
  key?: string
  /** Who sees it in the menu: any of these; everybody by default. */
  needs?: readonly Permission[]
  /** An addition of ours: absent with another provider, unless it has this extra. */
  ours?: true | ProviderExtra
  /** Requests the screen's first list, as its address describes it. */
  prefetch?: (query: URLSearchParams) => void
  pending?: (counts: PendingCounts) => number
  /** What the menu warns of beside this screen. */
  announces?: 'deadEndpoints' | 'brokenRecord' | 'secondPerson'
  /** In the menu only while there is something to announce. */
  quiet?: true
  /** Its addresses lie below its path, and say what it shows. */
  below?: true
}

export const groupTitles = {
  review: 'shell.reviewManagement',
  configuration: 'shell.configurationManagement',
  tools: 'shell.reviewTools',
  administration: 'shell.administration',
} as const satisfies Record<Group, TextKey>

/** The screen of a list, or of several in tabs; with what it needs beside its first list. */
function listScreen(
  names: readonly [ListName, ...ListName[]],
  title: TextKey,
  key: string,
  prefetchOthers = () => {},
): ScreenEntry {
  return {
    path: lists[names[0]].screen,
    title,
    key,
    group: 'review',
    needs: names.flatMap((name) => seenIn(lists[name].queue)),
    prefetch(query) {
      const name = names.find((one) => tabOf(one) === query.get('tab')) ?? names[0]
      const list = readListQuery(query, filterDefaults(name))
      prefetchCall(listCalls[name].list, listInput(name, list))
      prefetchOthers()
    },
    pending: (counts) => names.reduce((sum, name) => sum + pendingIn(counts, name), 0),
  }
}

/** Seeing an item beside another queue's is not seeing its list. */
const seenIn = (queue: Queue) => seeing(queue).slice(0, 1)
const tabOf = (name: ListName) => (lists[name] as ListEntry).tab
const prefetchRoles = () => prefetchCall(certificationCalls.roles, {})
const prefetchReasons = () => prefetchCall(reportCalls.reasons, {})

/** Opened from the avatar's menu. */
export const accountScreen = 'account'

const table: ScreenEntry[] = [
  {
    ...listScreen(['project'], 'screens.projects', 'P', prefetchRoles),
    ours: 'projects',
  },
  listScreen(['certification'], 'screens.certifications', 'A', prefetchRoles),
  listScreen(['project-video', 'personal-video'], 'screens.videos', 'V'),
  listScreen(['report'], 'screens.reports', 'R', prefetchReasons),
  {
    path: 'category-config',
    title: 'screens.categories',
    key: 'C',
    group: 'configuration',
    prefetch: () => prefetchCall(categoryCalls.maps, {}),
  },
  {
    path: 'overview',
    title: 'screens.overview',
    key: 'O',
    group: 'tools',
    // Everybody may open it; reviewers find their own work there, from their account's page.
    needs: ['overview'],
    ours: true,
    prefetch: (query) => {
      const span = readSpan(query)
      prefetchCall(overviewCalls.now, {})
      prefetchCall(overviewCalls.history, span)
      prefetchCall(overviewCalls.people, span)
      // Of what if.
      prefetchCall(overviewCalls.history, { span: '30' })
      prefetchCall(overviewCalls.mine, {})
      prefetchReasons()
    },
  },
  {
    path: 'person',
    title: 'screens.person',
    group: 'tools',
    ours: true,
    outsideMenu: true,
    below: true,
  },
  {
    path: 'transparency',
    title: 'screens.transparency',
    group: 'tools',
    needs: ['overview'],
    ours: true,
    outsideMenu: true,
  },
  {
    path: 'reasons',
    title: 'screens.reasons',
    key: 'E',
    group: 'tools',
    needs: ['configuration'],
    ours: true,
    prefetch: () => prefetchCall(reasonCalls.list, {}),
  },
  {
    path: 'team',
    title: 'screens.team',
    key: 'T',
    group: 'administration',
    needs: ['team'],
    ours: true,
    prefetch: () => {
      prefetchCall(teamCalls.list, {})
      prefetchCall(roleCalls.list, {})
    },
  },
  {
    path: 'confirmations',
    title: 'screens.confirmations',
    group: 'administration',
    needs: confirmersAny,
    ours: true,
    quiet: true,
    prefetch: () => prefetchCall(confirmationList, {}),
    announces: 'secondPerson',
  },
  {
    path: accountScreen,
    title: 'screens.account',
    group: 'administration',
    ours: true,
    outsideMenu: true,
    prefetch: () => {
      prefetchCall(accountCalls.get, {})
      prefetchCall(factorCalls.get, {})
    },
  },
  {
    path: 'record',
    title: 'screens.record',
    key: 'L',
    group: 'administration',
    needs: ['audit'],
    ours: true,
    announces: 'brokenRecord',
  },
  {
    path: 'item',
    title: 'screens.item',
    group: 'administration',
    needs: ['audit'],
    ours: true,
    outsideMenu: true,
    below: true,
  },
  {
    path: 'platform',
    title: 'screens.platform',
    key: 'W',
    group: 'administration',
    needs: ['platform'],
    ours: true,
    announces: 'deadEndpoints',
  },
  {
    path: memberScreen,
    below: true,
    title: 'screens.member',
    group: 'review',
    ours: true,
    outsideMenu: true,
  },
  // Focus review is opened from its list.
  ...listNames.map(
    (name): ScreenEntry => ({
      path: `focus/${lists[name].address}`,
      title: 'screens.focus',
      group: 'review',
      needs: deciding(lists[name].queue),
      hideMenu: true,
      pending: (counts) => pendingIn(counts, name),
    }),
  ),
]

export const screens = table.map((screen) => ({ ...screen, load: screenPart(screen.path) }))
export type ScreenRoute = (typeof screens)[number]

/** Whether the server has what a screen needs. */
const isServed = ({ ours }: ScreenRoute) => !ours || (ours === true ? config().ours : has(ours))

/** What another provider may have it refuses itself; what is ours is for those who are said to have it. */
const isFor = ({ needs = [], ours }: ScreenRoute, user: UserInfo | null) =>
  needs.length === 0 || (ours === true ? isSaidToMay(needs, user) : may(needs, user))

/** The screens of the menu, for this person. */
export const screensFor = (user: UserInfo | null): ScreenRoute[] =>
  screens.filter(
    (screen) => !screen.hideMenu && !screen.outsideMenu && isServed(screen) && isFor(screen, user),
  )

export const firstScreen = lists.certification.screen

/** Where people begin: where they chose to, on the first screen, or else on the first that they may see. */
export function homeOf(user: UserInfo | null): string {
  const shown = screensFor(user).map(({ path }) => path)
  const chosen = preferences.startPage()
  if (chosen !== undefined && shown.includes(chosen)) return chosen
  return shown.includes(firstScreen) ? firstScreen : (shown[0] ?? accountScreen)
}

export function screenAt(address: string): ScreenRoute | undefined {
  return screens.find((screen) => {
    const path = `/dashboard/${screen.path}`
    return (screen.below ? address.startsWith(`${path}/`) : address === path) && isServed(screen)
  })
}

/** The screen an address leads to. */
export const screenOf = (hash: string, user: UserInfo | null): ScreenRoute | undefined =>
  screenAt(parseHash(hash).path) ?? screenAt(`/dashboard/${homeOf(user)}`)

/** Starts the code and the first list of the screen an address leads to, side by side. */
export function prefetchScreen(hash: string, user: UserInfo | null) {
  const screen = screenOf(hash, user)
  if (!screen) return
  preload(screen.load)
  // Who may not see a screen must not ask for its list; of ours, before the user is known, nobody does.
  if (!isFor(screen, user)) return
  const { path, query } = parseHash(hash)
  screen.prefetch?.(screenAt(path) ? query : new URLSearchParams())
}
