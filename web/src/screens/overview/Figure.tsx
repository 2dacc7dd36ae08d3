import type { ReactNode } from 'react'
import { useTranslation } from '../../texts/i18n.ts'

interface FigureProps {
  label: string
  value: string
  /** The same figure of the time before, and how far it has changed. */
  before?: string
  change?: string | undefined
  note?: ReactNode
  /** The rows it is made of. */
  href?: string | undefined
}

export function Figure({ label, value, before, change, note, href }: FigureProps) {
  const { t } = useTranslation()
  return (
    <div className="sr-figure">
      <dt>{label}</dt>
      <dd>
        <b>{href ? <a href={href}>{value}</a> : value}</b>
        {before !== undefined && (
          <small>
            {t('overview.before', { value: before })}
            {change && ` (${change})`}
          </small>
        )}
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}
