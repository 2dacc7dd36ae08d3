import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from '../texts/i18n.ts'
import { ModalFrame } from '../ui/ModalFrame.tsx'
import { Text } from '../ui/Text.tsx'
import { focusCurrentRow } from './row-focus.ts'
import './shared.css'

export interface DialogAction {
  key: string
  label: string
  onClick: () => void
  disabled?: boolean
  loading?: boolean
  tone?: 'primary' | 'danger'
  /** A tooltip: why it is disabled, or what it does. */
  hint?: string | undefined
}

/** A dialog that took this one's place keeps the focus. */
let mounted = 0

interface DetailDialogProps {
  /** What the item is; "Detail information" until it is known. */
  title?: string | null | undefined
  children: ReactNode
  actions?: DialogAction[]
  /** The text of a cancel button; without one there is none. */
  cancel?: string
  onClose: () => void
  /** Beside the actions. */
  beside?: ReactNode
  /** The item whose row gets the focus when the dialog closes. */
  itemId?: number | undefined
}

/** The dialog that screens show an item in, while it is mounted: 80 % wide, at most 1000 (spec, section 2). */
export function DetailDialog(props: DetailDialogProps) {
  const { title, children, actions = [], cancel, onClose, beside, itemId } = props
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()

  // Closing unmounts at once, so the focus is returned here: to where it was, or to the row.
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus({ preventScroll: true })
    mounted += 1
    return () => {
      mounted -= 1
      setTimeout(() => {
        if (mounted > 0) return
        const row = document.querySelector(`[data-row="${itemId}"]`)
        const to = before?.isConnected && before !== document.body ? before : row
        if (to instanceof HTMLElement) to.focus()
        else focusCurrentRow()
      })
    }
  }, [itemId])

  return (
    <ModalFrame labelledBy={id} closeLabel={t('common.close')} onClose={onClose}>
      <h2 ref={heading} id={id} tabIndex={-1} className="sr-dialog-title">
        {title ? <Text>{title}</Text> : t('common.detail')}
      </h2>
      {/* It may scroll with nothing in it to focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys */}
      <div className="sr-dialog-body" tabIndex={0}>
        {children}
      </div>
      {(actions.length > 0 || cancel) && (
        <div className="sr-dialog-actions">
          {beside}
          {cancel && (
            <Button onClick={onClose} disabled={actions.some(({ loading }) => loading)}>
              {cancel}
            </Button>
          )}
          {actions.map((action) => (
            <Button
              key={action.key}
              onClick={action.onClick}
              disabled={action.disabled ?? false}
              loading={action.loading ?? false}
              title={action.hint}
              {...(action.tone === 'primary' ? { type: 'primary' as const } : {})}
              danger={action.tone === 'danger'}
            >
              {action.label}
            </Button>
          ))}
        </div>
      )}
    </ModalFrame>
  )
}

/** Labels and values, as a list that a screen reader reads in pairs. */
export function Fields({ children }: { children: ReactNode }) {
  return <dl className="sr-fields">{children}</dl>
}

/** The platform's own name of an item, where it gave one. */
export function PlatformId({ id, of }: { id: string | null | undefined; of?: string }) {
  const { t } = useTranslation()
  return id ? (
    <Field label={of ?? t('common.platformId')}>
      <Text>{id}</Text>
    </Field>
  ) : null
}

export function Field({
  label,
  wide = false,
  children,
}: {
  label: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={wide ? 'sr-field sr-field-wide' : 'sr-field'}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
