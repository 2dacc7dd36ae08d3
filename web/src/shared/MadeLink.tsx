import { Button, Input } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../texts/i18n.ts'
import { shownTime } from './dates.ts'
import { useCopy } from './useCopy.ts'
import './made-link.css'

export interface ShownLink {
  name: string
  /** Null if the reply that had it was lost. */
  secret: string | null
  expiresAt: string
  /** What became of its mail, if one was asked for. */
  mail?: { to: string; sent: boolean } | null
}

interface MadeLinkProps {
  link: ShownLink
  onClose: () => void
}

/** Shown once; behind the hash, so that no server on the way logs the secret. */
export function MadeLink({ link: { name, secret, expiresAt, mail }, onClose }: MadeLinkProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLElement>(null)
  const address = `${location.origin}${location.pathname}#/link/${secret}`
  const { copied, copy } = useCopy(address)
  useEffect(() => frame.current?.focus(), [])
  return (
    <section
      ref={frame}
      tabIndex={-1}
      className="sr-made-link"
      aria-label={t('people.team.linkTitle', { name })}
    >
      <h2>{t('people.team.linkTitle', { name })}</h2>
      {secret === null ? (
        <p role="alert" className="sr-error">
          {t('people.team.linkLost')}
        </p>
      ) : (
        <>
          {mail && (
            <p role={mail.sent ? 'status' : 'alert'} className={mail.sent ? undefined : 'sr-error'}>
              {t(mail.sent ? 'people.team.mailed' : 'people.team.mailFailed', { to: mail.to })}
            </p>
          )}
          <p>{t('people.team.linkOnce', { time: shownTime(expiresAt) })}</p>
          <Input
            readOnly
            aria-label={t('people.team.linkTitle', { name })}
            value={address}
            onFocus={({ target }) => target.select()}
          />
        </>
      )}
      <div className="sr-made-link-buttons">
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
