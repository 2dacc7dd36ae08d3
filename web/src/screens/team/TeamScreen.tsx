import { Suspense } from 'react'
import { partOf } from '../../api/parts.ts'
import { setQuery, useAddress } from '../../shared/address.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { MissingHere } from '../../shared/MissingHere.tsx'
import { Tabs } from '../../shared/Tabs.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AccountsTab } from './AccountsTab.tsx'
import './team.css'

/** Few look at it: it is a part of its own. */
const RolesTab = lazyPart(
  partOf(() => import('./RolesTab.tsx')),
  MissingHere,
)

const tabs = ['accounts', 'roles'] as const

/** Who can sign in, and what they may do then. */
export default function TeamScreen() {
  const { t } = useTranslation()
  const { query } = useAddress()
  const current = tabs.find((tab) => tab === query.get('tab')) ?? 'accounts'
  return (
    <Tabs
      label={t('screens.team')}
      tabs={tabs.map((key) => ({ key, label: t(`teamRoles.tabs.${key}`) }))}
      current={current}
      onChange={(tab) => setQuery(new URLSearchParams({ tab }))}
    >
      {current === 'accounts' && <AccountsTab />}
      {current === 'roles' && (
        <Suspense fallback={<Skeleton rows={8} />}>
          <RolesTab />
        </Suspense>
      )}
    </Tabs>
  )
}
