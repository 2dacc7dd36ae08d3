import { arrivalsAhead, forecast } from '@screening-room/contract/forecast'
import { overviewCalls } from '@screening-room/contract/overview'
import { lists } from '@screening-room/contract/queues'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { useAppearance } from '../../shared/appearance.ts'
import { laterDay } from '../../shared/dates.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { addUp, type Chosen, isReturn, ofQueue } from './figures.ts'
import { useNumbers } from './numbers.ts'
import { BarPlot } from './plots/BarPlot.tsx'
import { dayNames } from './plots/day-names.ts'

const weeks = 4
const daysAhead = weeks * 7
const mostPeople = 50
/** Where focus review has not measured any. */
const guessedMinutes = 3

/** Seconds for an item: the medians of the queues, weighted by how often each was measured. */
function secondsIn(
  inHand: readonly { count: number; median: number | null }[],
): number | undefined {
  const count = inHand.reduce((sum, one) => sum + one.count, 0)
  const sum = inHand.reduce((all, one) => all + one.count * (one.median ?? 0), 0)
  return count > 0 ? sum / count : undefined
}

/** How the backlog develops with so many people, by what the last weeks were like. */
export function WhatIf({ queue }: { queue: Chosen }) {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const numbers = useNumbers()
  const id = useId()
  const [people, setPeople] = useState(3)
  const [hours, setHours] = useState(6)
  const [chosenMinutes, setMinutes] = useState<number | null>(null)
  const past = useCall(overviewCalls.history, { span: '30' }, { fresh: 60_000 }).data?.data
  const standing = useCall(overviewCalls.now, {}, { fresh: 60_000 }).data?.data.lists
  if (!past || !standing) return null

  const own = standing.filter(({ list }) => isIn(list, queue))
  // Today is not over.
  const days = past.starts.slice(-daysAhead - 1, -1)
  const skipped = past.starts.length - 1 - days.length
  const came = addUp(
    [...past.handedIn, ...past.work.filter(isReturn)],
    past.starts.length,
    queue,
  ).slice(skipped, -1)
  const measured = secondsIn(past.now.inHand.filter(ofQueue(queue)))
  const minutes = chosenMinutes ?? (measured === undefined ? guessedMinutes : measured / 60)
  const target = Math.min(...own.map(({ targetHours }) => targetHours))
  const arrivals = arrivalsAhead(days, came, daysAhead)
  const { backlog, perDay, missedOn } = forecast({
    waiting: own.reduce((sum, { pending }) => sum + pending, 0),
    arrivals,
    people,
    hours,
    secondsPerItem: minutes * 60,
    targetHours: target,
  })
  const today = past.starts.at(-1)?.slice(0, 10) ?? ''
  const labels = backlog.map((_, ahead) => dayNames(language, laterDay(today, ahead)))
  const told = {
    target: numbers.count(target),
    perDay: numbers.count(Math.round(perDay)),
    arrivals: numbers.count(Math.round(arrivals.reduce((sum, n) => sum + n, 0) / daysAhead)),
  }

  return (
    <section className="sr-what-if" aria-labelledby={id}>
      <h3 id={id}>{t('overview.whatIf.title')}</h3>
      <div className="sr-what-if-inputs">
        <label htmlFor={`${id}-people`}>
          {t('overview.whatIf.people')} <b>{numbers.count(people)}</b>
        </label>
        <input
          id={`${id}-people`}
          type="range"
          min={0}
          max={mostPeople}
          value={people}
          onChange={({ target: { value } }) => setPeople(Number(value))}
        />
        <label htmlFor={`${id}-hours`}>{t('overview.whatIf.hours')}</label>
        <Input
          id={`${id}-hours`}
          type="number"
          min={0}
          max={24}
          value={hours}
          onChange={({ target: { value } }) => setHours(Math.min(24, Math.max(0, Number(value))))}
        />
        <label htmlFor={`${id}-minutes`}>{t('overview.whatIf.minutes')}</label>
        <Input
          id={`${id}-minutes`}
          type="number"
          min={0.1}
          step={0.1}
          value={Math.round(minutes * 10) / 10}
          onChange={({ target: { value } }) => setMinutes(Number(value) > 0 ? Number(value) : null)}
        />
      </div>
      {measured === undefined && <p className="sr-muted">{t('overview.whatIf.noMinutes')}</p>}
      <p role="status">
        {missedOn === null
          ? t('overview.whatIf.kept', told)
          : t('overview.whatIf.missed', { ...told, day: labels[missedOn]?.whole ?? '' })}
      </p>
      <BarPlot
        title={t('overview.whatIf.plot')}
        unit={t('overview.day')}
        labels={labels}
        series={[
          { name: t('overview.whatIf.waiting'), colour: 5, counts: backlog.map(Math.round) },
        ]}
      />
      <p className="sr-muted">{t('overview.whatIf.method')}</p>
    </section>
  )
}

const isIn = (list: keyof typeof lists, queue: Chosen) =>
  queue === undefined || lists[list].queue === queue
