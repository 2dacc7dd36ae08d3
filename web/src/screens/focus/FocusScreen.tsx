import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { config } from '../../api/config.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { listFromPath, listPath } from './addresses.ts'
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
  const navigate = useNavigate()
  const isWide = useIsWide()
  const list = listFromPath(useLocation().pathname)
  const [query] = useSearchParams()
  if (isWide && config().ours)
    return <FocusReview key={query.toString()} list={list} query={query} />
  return (
    <EmptyState
      action={
        <Button type="primary" onClick={() => void navigate(listPath(list, query))}>
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
