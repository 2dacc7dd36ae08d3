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
        <b>
          <Rows href={href} text={value} />
        </b>
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

/** A number that opens the rows it counts, for those who may see them. */
export const Rows = ({ text, href }: { text: string; href: string | undefined }) =>
  href ? <a href={href}>{text}</a> : text
