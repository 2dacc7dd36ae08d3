import {
  mostLookedAt,
  type RecordEntry,
  recordCalls,
  recordQueues,
} from '@screening-room/contract/record'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { setQuery, useAddress } from '../../shared/address.ts'
import { shownTime } from '../../shared/dates.ts'
import { isItem, itemPath, useEventWords } from '../../shared/event-words.ts'
import { Failure } from '../../shared/Failure.tsx'
import { idOf } from '../../shared/list-query.ts'
import { useReasonNames } from '../../shared/useReasons.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Text } from '../../ui/Text.tsx'
import { type RecordFilters, readFilters, recordInput, writeFilters } from './filters.ts'
import { RecordExports } from './RecordExports.tsx'
import { RecordFilterBar } from './RecordFilterBar.tsx'
import { SealState } from './SealState.tsx'
import './record.css'

const rereadMs = 15_000

export default function RecordScreen() {
  const { t } = useTranslation()
  const { query } = useAddress()
  const filters = readFilters(query)
  const before = idOf(query.get('before'))
  const reading = useCall(recordCalls.list, recordInput(filters, before), {
    ...(before === undefined && { every: rereadMs }),
  })
  const rows = reading.data?.data
  const { next, lookedBackTo } = reading.data ?? {}
  const isFiltered = writeFilters(filters).size > 0

  const search = (wanted: RecordFilters) => {
    const written = writeFilters(wanted)
    if (written.toString() === query.toString()) void reading.refetch()
    else setQuery(written)
    return wanted
  }
  const goBefore = (event: number | undefined, replace = false) =>
    setQuery(writeFilters(filters, event), { replace })
  const [looking, setLooking] = useLookingOn(
    reading.isPlaceholderData || reading.isError ? undefined : reading.data,
    (event) => goBefore(event, true),
  )

  return (
    <>
      <SealState />
      <RecordFilterBar filters={filters} onSearch={search} />
      <RecordExports filters={filters} />
      {reading.isError && (
        <Failure text={t('record.failed')} failure={reading.error} retry={reading.refetch} />
      )}
      {reading.isPending && <Skeleton rows={10} />}
      {rows?.length === 0 && !lookedBackTo && (
        <EmptyState>{t(isFiltered ? 'record.noneFiltered' : 'record.none')}</EmptyState>
      )}
      {rows && rows.length > 0 && (
        <ol className="sr-record" aria-label={t('record.list')} aria-busy={reading.isFetching}>
          {rows.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {lookedBackTo && next && (
        <div className="sr-record-note" role="status">
          <p>
            {looking
              ? t('record.looking', { time: shownTime(lookedBackTo) })
              : t('record.lookedBack', {
                  time: shownTime(lookedBackTo),
                  most: mostLookedAt.toLocaleString('en'),
                })}
          </p>
          {looking ? (
            <Button onClick={() => setLooking(false)}>{t('record.stop')}</Button>
          ) : (
            <Button
              onClick={() => {
                setLooking(true)
                goBefore(next)
              }}
            >
              {t('record.lookOn')}
            </Button>
          )}
        </div>
      )}
      {(before !== undefined || (next && !lookedBackTo)) && (
        <nav className="sr-pager" aria-label={t('pager.label')}>
          <Button disabled={before === undefined} onClick={() => goBefore(undefined)}>
            {t('record.newest')}
          </Button>
          <Button disabled={!next || !!lookedBackTo} onClick={() => next && goBefore(next)}>
            {t('record.older')}
          </Button>
        </nav>
      )}
    </>
  )
}

/** Goes on while nothing is found, until somebody stops it. */
function useLookingOn(
  found: { data: readonly unknown[]; next: number | null; lookedBackTo: string | null } | undefined,
  goOn: (before: number) => void,
) {
  const [looking, setLooking] = useState(false)
  useEffect(() => {
    if (!looking || !found) return
    if (found.data.length === 0 && found.lookedBackTo && found.next) goOn(found.next)
    else setLooking(false)
  }, [looking, found, goOn])
  return [looking, setLooking] as const
}

function Entry({ entry }: { entry: RecordEntry }) {
  const { t } = useTranslation()
  const words = useEventWords()
  const reasonName = useReasonNames()
  const { at, by, action, queue, subject, externalId, title, position, reason, reasonIds } = entry
  const change = words.change(entry)
  const about = recordQueues.find((one) => one === queue)
  const why = [reasonIds.map(reasonName).join(' · '), reason].filter(Boolean).join(' · ')
  const name = `${about ? t(`record.queue.${about}`) : queue} #${subject}`
  return (
    <li className="sr-record-entry">
      <div className="sr-record-when">
        <time>{shownTime(at)}</time>
        <span className="sr-muted">
          {position === null ? t('record.notSealed') : `#${position.toLocaleString('en')}`}
        </span>
      </div>
      <div className="sr-record-who" title={by.nickName}>
        <a href={`#/dashboard/record?person=${by.id}`}>
          <Text>{by.nickName}</Text>
        </a>
      </div>
      <div className="sr-record-what" title={change}>
        <strong>{words.action(action)}</strong>
        {change && <span className="sr-muted">{change}</span>}
        {entry.desk && (
          <a
            href={`#/dashboard/record?${new URLSearchParams({ desk: entry.desk, person: String(by.id) })}`}
          >
            {t('record.sameDesk')}
          </a>
        )}
        {entry.watched !== null && (
          <span className="sr-muted">{t('record.watchedShare', { share: entry.watched })}</span>
        )}
      </div>
      <div className="sr-record-item" title={[name, externalId, title].filter(Boolean).join(' ')}>
        {isItem(queue) ? (
          <a href={`#${itemPath(queue, subject)}`}>
            {name} {title && <Text>{title}</Text>}
            {externalId && (
              <span className="sr-muted">
                {' '}
                <Text>{externalId}</Text>
              </span>
            )}
          </a>
        ) : (
          <span>{name}</span>
        )}
      </div>
      <div className="sr-record-why" title={why}>
        {reasonIds.length > 0 && <Text>{reasonIds.map(reasonName).join(' · ')}</Text>}
        {reason && <Text>{reason}</Text>}
        {entry.erased && <em className="sr-muted">{t('record.erased')}</em>}
      </div>
    </li>
  )
}
