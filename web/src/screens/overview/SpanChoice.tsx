import { mostDays, type Span, type SpanInput, spans } from '@screening-room/contract/overview'
import { queueNames } from '@screening-room/contract/queues'
import { Select } from 'antd'
import { useId } from 'react'
import { config } from '../../api/config.ts'
import { setQuery, useAddress } from '../../shared/address.ts'
import { DayField } from '../../shared/DayField.tsx'
import { dayIn, laterDay } from '../../shared/dates.ts'
import { readSpan } from '../../shared/overview-span.ts'
import { useTranslation } from '../../texts/i18n.ts'

/** The address keeps what is chosen, so that it can be passed on. */
export function useChoice() {
  const { query } = useAddress()
  const choose = (chosen: Record<string, string>) => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(chosen))
      if (value) next.set(name, value)
      else next.delete(name)
    setQuery(next, { replace: true })
  }
  return {
    span: readSpan(query),
    queue: queueNames.find((queue) => queue === query.get('queue')),
    choose,
  }
}

interface SpanChoiceProps {
  span: SpanInput
  choose: (chosen: Record<string, string>) => void
}

/** Days up to today, or from one day to another. */
export function SpanChoice({ span: { span, start, end }, choose }: SpanChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  const own = start !== undefined && end !== undefined
  const days = { start: start?.slice(0, 10) ?? '', end: end?.slice(0, 10) ?? '' }
  /** The other end follows, where both together could not be asked for. */
  const move = (moved: Partial<typeof days>) => {
    const next = { ...days, ...moved }
    if (!next.start || !next.end) return
    if (next.start > next.end)
      choose({ start: moved.start ?? next.end, end: moved.end ?? next.start })
    else if (laterDay(next.start, mostDays) <= next.end)
      choose(
        moved.end
          ? { ...next, start: laterDay(next.end, 1 - mostDays) }
          : { ...next, end: laterDay(next.start, mostDays - 1) },
      )
    else choose(next)
  }
  return (
    <>
      <Select<Span | 'own'>
        aria-label={t('overview.span')}
        value={own ? 'own' : span}
        options={[...spans, 'own' as const].map((value) => ({
          value,
          label: t(`overview.spans.${value}`),
        }))}
        onChange={(value) => {
          const today = dayIn(config().platformTz)
          if (value === 'own') choose({ span: '', start: laterDay(today, -6), end: today })
          else choose({ span: value, start: '', end: '' })
        }}
      />
      {own &&
        (['start', 'end'] as const).map((name) => (
          <span key={name} className="sr-overview-day">
            <label htmlFor={`${id}-${name}`}>
              {t(name === 'start' ? 'overview.from' : 'overview.to')}
            </label>
            <DayField
              id={`${id}-${name}`}
              value={days[name]}
              onChange={(day) => move({ [name]: day })}
            />
          </span>
        ))}
    </>
  )
}
