import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { config } from '../../api/config.ts'
import { navigate, useAddress } from '../../shared/address.ts'
import { listPath } from '../../shared/list-address.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { listFromPath } from './addresses.ts'
import { FocusReview } from './FocusReview.tsx'

const wide = matchMedia('(min-width: 1024px)')

function useIsWide() {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
}

/** Focus review of one queue. On a narrow screen nothing is claimed. */
export default function FocusScreen() {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const { path, query } = useAddress()
  const list = listFromPath(path)
  if (isWide && config().ours)
    return <FocusReview key={query.toString()} list={list} query={query} />
  return (
    <EmptyState
      action={
        <Button type="primary" onClick={() => navigate(listPath(list, query))}>
          {t('focus.toList')}
        </Button>
      }
    >
      <strong>{t(config().ours ? 'focus.narrow' : 'focus.notHere')}</strong>
      {config().ours && (
        <>
          <br />
          {t('focus.narrowHint')}
        </>
      )}
    </EmptyState>
  )
}
