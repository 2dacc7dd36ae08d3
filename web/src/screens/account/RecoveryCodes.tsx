import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useCopy } from '../../shared/useCopy.ts'
import { useTranslation } from '../../texts/i18n.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  onClose: () => void
}

/** Shown once: the server has only their hashes. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy(codes.join('\n'))
  const frame = useRef<HTMLElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return (
    <section ref={frame} tabIndex={-1} className="sr-recovery" aria-label={t('factors.codesTitle')}>
      <h3>{t('factors.codesTitle')}</h3>
      <p>{t('factors.codesText')}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="sr-factor-buttons">
        <Button type="primary" onClick={copy}>
          {t(copied ? 'common.copied' : 'factors.copyCodes')}
        </Button>
        <Button onClick={onClose}>{t('factors.codesKept')}</Button>
      </div>
    </section>
  )
}
