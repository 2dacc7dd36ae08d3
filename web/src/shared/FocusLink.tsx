import { AimOutlined } from '@ant-design/icons'
import type { FocusQueue } from '@screening-room/contract/focus'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { config } from '../api/config.ts'
import { preferences } from '../api/preferences.ts'
import { isForUs } from './listening.ts'
import { toolsPlace } from './tools-place.ts'
import './shared.css'

interface FocusLinkProps {
  queue: FocusQueue
  /** The list's filters as its address has them: the way back leads to the same place. */
  query: string
}

/** From a list to focus review of the same filters, by click or by the key F. */
export function FocusLink({ queue, query }: FocusLinkProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  // The bar may come with the same breath as the screen.
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setPlace(document.getElementById(toolsPlace)), [])
  const to = `/dashboard/focus/${queue}${query && `?${query}`}`

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey
    if (event.code !== 'KeyF' || !plain || preferences.keysOff() || !isForUs(event)) return
    event.preventDefault()
    void navigate(to)
  })
  useEffect(() => {
    if (!config().ours) return
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  if (!config().ours || !place) return null
  return createPortal(
    <Link className="sr-focus-link" to={to} aria-keyshortcuts="F">
      <AimOutlined aria-hidden />
      {t('screens.focus')}
      <kbd aria-hidden>F</kbd>
    </Link>,
    place,
  )
}
