import type { Reason } from '@screening-room/contract/reasons'
import type { ReportReason } from '@screening-room/contract/reports'
import { Button } from 'antd'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useAppearance } from '../../../shared/appearance.ts'
import { useReasonNames, useReasonPolicies } from '../../../shared/useReasons.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { Text } from '../../../ui/Text.tsx'
import { Key } from '../keys/Key.tsx'
import type { Keys } from '../keys/useKeymap.ts'

interface FrameProps {
  label: string
  children: ReactNode
}

/** Takes the focus while it is open, so that Enter cannot press a button by accident. */
function Frame({ label, children }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => frame.current?.focus({ preventScroll: true }), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in columns everywhere
    <div ref={frame} className="sr-focus-strip" role="group" aria-label={label} tabIndex={-1}>
      {children}
    </div>
  )
}

interface RejectStripProps {
  reasons: readonly Reason[] | undefined
  keysOff: boolean
  onPick: (reason: Reason) => void
  onOwn: () => void
  /** Shown instead of reasons that could not be loaded. */
  failure: ReactNode
}

export function RejectStrip({ reasons, keysOff, onPick, onOwn, failure }: RejectStripProps) {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const english = language === 'en'
  return (
    <Frame label={t('focus.reasons')}>
      {failure}
      {reasons?.length === 0 && <p className="sr-muted">{t('focus.reasonsNone')}</p>}
      <ul className="sr-focus-reasons sr-focus-policies">
        {reasons?.map((reason) => (
          <li key={reason.id}>
            <button
              type="button"
              aria-keyshortcuts={reason.digit && !keysOff ? String(reason.digit) : undefined}
              onClick={() => onPick(reason)}
            >
              <Key>{reason.digit && !keysOff ? String(reason.digit) : ''}</Key>
              <span>
                <Text>{english ? reason.labelEn : reason.label}</Text>
                {/* What the submitter will read. */}
                <span className="sr-focus-policy" title={english ? reason.textEn : reason.text}>
                  <Text>{english ? reason.textEn : reason.text}</Text>
                </span>
              </span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" aria-keyshortcuts={keysOff ? undefined : '0'} onClick={onOwn}>
            <Key>{keysOff ? '' : '0'}</Key>
            {t('focus.ownText')}
          </button>
        </li>
      </ul>
    </Frame>
  )
}

interface TakeDownStripProps {
  reasons: readonly ReportReason[]
  ticked: readonly number[]
  error: string
  keys: Keys
  onToggle: (id: number) => void
  onSend: () => void
  failure: ReactNode
}

export function TakeDownStrip(props: TakeDownStripProps) {
  const { reasons, ticked, error, keys, onToggle, onSend, failure } = props
  const { t } = useTranslation()
  const name = useReasonNames()
  const policy = useReasonPolicies()
  // What is ticked from the start is scrolled into view.
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('label:has(:checked)')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Frame label={t('takeDown.title')}>
      {failure}
      <ul ref={list} className="sr-focus-reasons sr-focus-policies">
        {reasons.map(({ id }, index) => (
          <li key={id}>
            <label>
              <Key>{keys.reasonLabel(index)}</Key>
              <input
                type="checkbox"
                checked={ticked.includes(id)}
                aria-keyshortcuts={keys.reasonLabel(index) || undefined}
                onChange={() => onToggle(id)}
              />
              <span>
                <Text>{name(id)}</Text>
                {policy(id) && (
                  <span className="sr-focus-policy" title={policy(id)}>
                    <Text>{policy(id)}</Text>
                  </span>
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <div className="sr-focus-strip-foot">
        <span className={error ? 'sr-error' : 'sr-muted'} role={error ? 'alert' : undefined}>
          {error || (keys.off ? '' : t('focus.takeDownHint'))}
        </span>
        <Button danger type="primary" onClick={onSend} aria-keyshortcuts="Enter">
          {t('focus.takeDown')} <Key>{keys.off ? '' : 'Enter'}</Key>
        </Button>
      </div>
    </Frame>
  )
}
