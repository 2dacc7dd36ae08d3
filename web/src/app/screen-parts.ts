import type { ComponentType } from 'react'
import { type PartLoader, partOf } from '../api/parts.ts'
import { withLateTexts } from '../texts/i18n.ts'

type ScreenPart = PartLoader<{ default: ComponentType }>

/**
 * By the first name of their path under /dashboard. In the app's first file, so that the code of the
 * address can be asked for before anything else is there.
 */
export const screenParts: Record<string, ScreenPart> = {
  'project-review': partOf(() => import('../screens/projects/ProjectsScreen.tsx')),
  'auth-review': partOf(() => import('../screens/certifications/CertificationsScreen.tsx')),
  'video-review': partOf(() => import('../screens/videos/VideosScreen.tsx')),
  'report-review': partOf(() => import('../screens/reports/ReportsScreen.tsx')),
  'category-config': withTexts(() => import('../screens/categories/CategoriesScreen.tsx')),
  overview: withTexts(() => import('../screens/overview/OverviewScreen.tsx')),
  person: withTexts(() => import('../screens/overview/PersonScreen.tsx')),
  reasons: withTexts(() => import('../screens/reasons/ReasonsScreen.tsx')),
  team: withTexts(() => import('../screens/team/TeamScreen.tsx')),
  confirmations: withTexts(() => import('../screens/confirmations/ConfirmationsScreen.tsx')),
  account: withTexts(() => import('../screens/account/AccountScreen.tsx')),
  record: withTexts(() => import('../screens/record/RecordScreen.tsx')),
  transparency: withTexts(() => import('../screens/transparency/TransparencyScreen.tsx')),
  item: withTexts(() => import('../screens/item/ItemScreen.tsx')),
  platform: withTexts(() => import('../screens/platform/PlatformScreen.tsx')),
  member: withTexts(() => import('../screens/members/MemberScreen.tsx')),
  focus: withTexts(() => import('../screens/focus/FocusScreen.tsx')),
}

function withTexts(load: ScreenPart) {
  return partOf(withLateTexts(load))
}

export function screenPart(path: string): ScreenPart {
  const part = screenParts[path.replace(/\/.*/, '')]
  if (!part) throw new Error(`there is no screen for ${path}`)
  return part
}
