import type { DecidedItem } from '@screening-room/contract/focus'
import { type ListName, listAt } from '@screening-room/contract/queues'
import { useState } from 'react'
import { useTranslation } from '../texts/i18n.ts'
import { Text } from '../ui/Text.tsx'
import { Age } from './Age.tsx'
import { listPath } from './list-address.ts'
import { Poster } from './Poster.tsx'
import { ReviewStatus } from './ReviewStatus.tsx'
import './about.css'

interface LastDecidedProps {
  /** Items of other lists say of which. */
  list: ListName
  items: readonly DecidedItem[]
  coversBlurred: boolean
  /** One line until it is opened: a dialog must not grow while somebody reaches for its buttons. */
  folded?: boolean
}

/** Each opens its own dialog in a new tab: the item under review stays where it is. */
export function LastDecided({ list, items, coversBlurred, folded = false }: LastDecidedProps) {
  const { t } = useTranslation()
  const title = t('focus.lastDecided')
  const [open, setOpen] = useState(false)
  const links = (
    <ul>
      {items.map((item) => {
        const own = listAt(item.list) ?? list
        return (
          <li key={`${item.list} ${item.id}`}>
            <a
              href={`#${listPath(own, new URLSearchParams({ view: String(item.id) }))}`}
              target="_blank"
              rel="noopener"
              title={item.title ?? undefined}
            >
              <Poster name={item.banner} blurred={coversBlurred} />
              <span className="sr-cut">
                <Text>{item.title || `#${item.id}`}</Text>
                {own !== list && <span className="sr-muted"> · {t(`focus.queues.${own}`)}</span>}
              </span>
              <Age time={item.time} />
              <ReviewStatus value={item.status} />
            </a>
          </li>
        )
      })}
    </ul>
  )
  if (folded)
    return (
      <details
        className="sr-decided-items"
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>
          {title} <span className="sr-count">{items.length}</span>
        </summary>
        {open && links}
      </details>
    )
  return (
    <section className="sr-decided-items" aria-label={title}>
      <h3>{title}</h3>
      {links}
    </section>
  )
}
