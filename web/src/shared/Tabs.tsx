import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useTranslation } from '../texts/i18n.ts'
import './tabs.css'

interface Tab<Key> {
  key: Key
  label: string
  /** How many wait for review. */
  count?: number | undefined
}

interface TabsProps<Key> {
  label: string
  tabs: Tab<Key>[]
  current: Key
  onChange: (key: Key) => void
  children: ReactNode
}

/** A few tabs do not need antd's tabs, which have an overflow menu and weigh 30 kB. */
export function Tabs<Key extends string>(props: TabsProps<Key>) {
  const { label: name, tabs, current, onChange, children } = props
  const { t } = useTranslation()
  const id = useId()
  const row = useRef<HTMLDivElement>(null)

  const onKey = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === current)
    const steps: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: tabs.length - 1,
    }
    const step = steps[event.key]
    const next = step === undefined ? undefined : tabs[(step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onChange(next.key)
    row.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus()
  }

  return (
    <>
      <div ref={row} className="sr-tabs" role="tablist" aria-label={name} onKeyDown={onKey}>
        {tabs.map(({ key, label, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            data-tab={key}
            aria-selected={key === current}
            aria-controls={`${id}-panel`}
            tabIndex={key === current ? 0 : -1}
            onClick={() => key !== current && onChange(key)}
          >
            {label}
            {count ? (
              <span className="sr-tab-count" title={t('shell.pendingCount', { count })}>
                <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
                <span className="sr-hidden">{t('shell.pendingCount', { count })}</span>
              </span>
            ) : null}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  )
}
