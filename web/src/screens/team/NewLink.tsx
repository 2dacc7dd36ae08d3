import { Button, Input } from 'antd'
import { useEffect, useRef } from 'react'
import { shownTime } from '../../shared/dates.ts'
import { useCopy } from '../../shared/useCopy.ts'
import { useTranslation } from '../../texts/i18n.ts'

export interface ShownLink {
  name: string
  /** Null if the reply that had it was lost. */
  secret: string | null
  expiresAt: string
}

interface NewLinkProps {
  link: ShownLink
  onClose: () => void
}

/** Shown once; behind the hash, so that no server on the way logs the secret. */
export function NewLink({ link: { name, secret, expiresAt }, onClose }: NewLinkProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLElement>(null)
  const address = `${location.origin}${location.pathname}#/link/${secret}`
  const { copied, copy } = useCopy(address)
  useEffect(() => frame.current?.focus(), [])
  return (
    <section
      ref={frame}
      tabIndex={-1}
      className="sr-team-panel"
      aria-label={t('people.team.linkTitle', { name })}
    >
      <h2>{t('people.team.linkTitle', { name })}</h2>
      {secret === null ? (
        <p role="alert" className="sr-error">
          {t('people.team.linkLost')}
        </p>
      ) : (
        <>
          <p>{t('people.team.linkOnce', { time: shownTime(expiresAt) })}</p>
          <Input
            readOnly
            aria-label={t('people.team.linkTitle', { name })}
            value={address}
            onFocus={({ target }) => target.select()}
          />
        </>
      )}
      <div className="sr-team-buttons">
        {secret !== null && (
          <Button type="primary" onClick={copy}>
            {t(copied ? 'common.copied' : 'people.team.copyLink')}
          </Button>
        )}
        <Button onClick={onClose}>{t('people.team.closeLink')}</Button>
      </div>
    </section>
  )
}
