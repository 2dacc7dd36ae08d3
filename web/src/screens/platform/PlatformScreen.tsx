import { setQuery, useAddress } from '../../shared/address.ts'
import { Tabs } from '../../shared/Tabs.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { DeliveriesTab } from './DeliveriesTab.tsx'
import { EndpointsTab } from './EndpointsTab.tsx'
import { KeysTab } from './KeysTab.tsx'
import './platform.css'

const tabs = ['keys', 'endpoints', 'deliveries'] as const

/** What joins a platform to this installation: its keys, where it is notified, and what was sent. */
export default function PlatformScreen() {
  const { t } = useTranslation()
  const { query } = useAddress()
  const current = tabs.find((tab) => tab === query.get('tab')) ?? 'keys'
  return (
    <Tabs
      label={t('screens.platform')}
      tabs={tabs.map((key) => ({ key, label: t(`platform.tabs.${key}`) }))}
      current={current}
      onChange={(tab) => setQuery(new URLSearchParams({ tab }))}
    >
      {current === 'keys' && <KeysTab />}
      {current === 'endpoints' && <EndpointsTab />}
      {current === 'deliveries' && <DeliveriesTab />}
    </Tabs>
  )
}
