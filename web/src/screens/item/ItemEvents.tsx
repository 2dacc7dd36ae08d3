import type { Queue } from '@screening-room/contract/queues'
import { type RecordEntry, recordCalls } from '@screening-room/contract/record'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { shownTime } from '../../shared/dates.ts'
import { useEventWords } from '../../shared/event-words.ts'
import { Failure } from '../../shared/Failure.tsx'
import { useReasonNames } from '../../shared/useReasons.ts'
import { WatchedNote } from '../../shared/WatchedNote.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Text } from '../../ui/Text.tsx'

interface ItemEventsProps {
  queue: Queue
  id: number
}

export function ItemEvents(props: ItemEventsProps) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('story.events')}>
      <h3>{t('story.events')}</h3>
      <Page {...props} />
    </section>
  )
}

/** One page, and what came before it once it is asked for. */
function Page({ queue, id, before }: ItemEventsProps & { before?: number }) {
  const { t } = useTranslation()
  const [earlier, setEarlier] = useState(false)
  const reading = useCall(
    recordCalls.list,
    { queue, item: id, ...(before !== undefined && { before }) },
    { keep: false, fresh: 0 },
  )
  const { data: entries, next } = reading.data ?? {}
  return (
    <>
      {reading.isPending && <Skeleton rows={3} />}
      {reading.isError && (
        <Failure text={t('story.eventsFailed')} failure={reading.error} retry={reading.refetch} />
      )}
      {entries?.length === 0 && before === undefined && (
        <p className="sr-muted">{t('story.noEvents')}</p>
      )}
      {entries && entries.length > 0 && (
        <ol className="sr-story-list">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {next && earlier && <Page queue={queue} id={id} before={next} />}
      {next && !earlier && <Button onClick={() => setEarlier(true)}>{t('story.earlier')}</Button>}
    </>
  )
}

function Entry({ entry }: { entry: RecordEntry }) {
  const { t } = useTranslation()
  const words = useEventWords()
  const reasonName = useReasonNames()
  const { at, by, action, version, position, reason, reasonIds } = entry
  const change = words.change(entry)
  return (
    <li>
      <div>
        <time>{shownTime(at)}</time>
        <p className="sr-muted">
          {position === null ? t('record.notSealed') : `#${position.toLocaleString('en')}`}
        </p>
      </div>
      <div>
        <p>
          <strong>{words.action(action)}</strong> <Text>{by.nickName}</Text>
          {change && <span className="sr-muted"> {change}</span>}
          {version !== null && (
            <span className="sr-muted"> {t('story.onVersion', { version: String(version) })}</span>
          )}
        </p>
        {reasonIds.length > 0 && (
          <p>
            <Text>{reasonIds.map(reasonName).join(' · ')}</Text>
          </p>
        )}
        {reason && (
          <p>
            <Text>{reason}</Text>
          </p>
        )}
        {entry.erased && <p className="sr-muted">{t('record.erased')}</p>}
        <WatchedNote entry={entry} />
      </div>
    </li>
  )
}
