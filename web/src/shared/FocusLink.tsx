import { AimOutlined } from '@ant-design/icons'
import { type ListName, lists } from '@screening-room/contract/queues'
import { useEffect, useEffectEvent } from 'react'
import { config } from '../api/config.ts'
import { mayReview } from '../api/permissions.ts'
import { preferences } from '../api/preferences.ts'
import { useTranslation } from '../texts/i18n.ts'
import { navigate } from './address.ts'
import { PageTools } from './PageTools.tsx'
import { isShortcutKey } from './shortcut-keys.ts'
import './shared.css'

interface FocusLinkProps {
  list: ListName
  /** The list's filters from its address, to return to the same list. */
  query: string
}

/** From a list to focus review with the same filters, by click or by the key F. */
export function FocusLink({ list, query }: FocusLinkProps) {
  const { t } = useTranslation()
  const to = `/dashboard/focus/${lists[list].address}${query && `?${query}`}`

  const offered = config().ours && mayReview(lists[list].queue)

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey
    if (event.code !== 'KeyF' || !plain || preferences.keysOff() || !isShortcutKey(event)) return
    event.preventDefault()
    navigate(to)
  })
  useEffect(() => {
    if (!offered) return
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [offered])

  if (!offered) return null
  return (
    <PageTools>
      <a className="sr-focus-link" href={`#${to}`} aria-keyshortcuts="F">
        <AimOutlined aria-hidden />
        {t('screens.focus')}
        <kbd aria-hidden>F</kbd>
      </a>
    </PageTools>
  )
}
