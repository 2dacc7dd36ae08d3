import { ArrowLeftOutlined, ExportOutlined, PrinterOutlined } from '@ant-design/icons'
import { type Queue, queues } from '@screening-room/contract/queues'
import { type ItemStory, recordCalls } from '@screening-room/contract/record'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { usePath } from '../../shared/address.ts'
import { Field, Fields } from '../../shared/DetailDialog.tsx'
import { shownTime } from '../../shared/dates.ts'
import { isItem, itemPath } from '../../shared/event-words.ts'
import { Failure } from '../../shared/Failure.tsx'
import { Erased } from '../../shared/ItemNotes.tsx'
import { idOf } from '../../shared/list-query.ts'
import { ReviewStatus } from '../../shared/ReviewStatus.tsx'
import { useReasonNames } from '../../shared/useReasons.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Text } from '../../ui/Text.tsx'
import { ExportForm } from './ExportForm.tsx'
import { ItemEvents } from './ItemEvents.tsx'
import { Deliveries, Reports, Versions } from './ItemParts.tsx'
import './item.css'

/** One item from the day it came: as it is, what was done to it, and what went out about it. */
export default function ItemScreen() {
  const { t } = useTranslation()
  const [, , , queue = '', number = ''] = usePath().split('/')
  const id = idOf(number)
  if (!isItem(queue) || id === undefined) return <EmptyState>{t('story.unknown')}</EmptyState>
  return <Item key={`${queue} ${id}`} queue={queue} id={id} />
}

function Item({ queue, id }: { queue: Queue; id: number }) {
  const { t } = useTranslation()
  const [exporting, setExporting] = useState(false)
  const reading = useCall(recordCalls.item, { queue, id }, { keep: false, fresh: 0 })
  const item = reading.data?.data
  return (
    <article className="sr-story">
      <div className="sr-story-tools">
        <a href="#/dashboard/record">
          <ArrowLeftOutlined aria-hidden /> {t('story.back')}
        </a>
        <span>
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
            {t('story.print')}
          </Button>
          <Button
            icon={<ExportOutlined aria-hidden />}
            aria-expanded={exporting}
            disabled={!item}
            onClick={() => setExporting(!exporting)}
          >
            {t('story.export')}
          </Button>
        </span>
      </div>
      {exporting && item && (
        <ExportForm queue={queue} id={id} onClose={() => setExporting(false)} />
      )}
      {reading.isError && !item && (
        <Failure text={t('story.failed')} failure={reading.error} retry={reading.refetch} />
      )}
      {reading.isPending && <Skeleton rows={10} />}
      {item && (
        <>
          <Facts item={item} />
          <ItemEvents queue={queue} id={id} />
          <Versions versions={item.versions} />
          <Reports reports={item.reports} />
          <Deliveries deliveries={item.deliveries} />
          <p className="sr-muted sr-story-note">{t('story.lookedAt')}</p>
        </>
      )}
    </article>
  )
}

function Facts({ item }: { item: ItemStory }) {
  const { t } = useTranslation()
  const reasonName = useReasonNames()
  const { statusNames, ...entry } = queues[item.queue]
  const caseOf = 'caseOf' in entry ? entry.caseOf : undefined
  return (
    <section aria-label={t(`record.queue.${item.queue}`)}>
      <h2>
        {t(`record.queue.${item.queue}`)} #{item.id} {item.title && <Text>{item.title}</Text>}
      </h2>
      {item.erased && (
        <p>
          <Erased />
        </p>
      )}
      <Fields>
        <Field label={t('story.status')}>
          <ReviewStatus value={item.status} of={statusNames} />
        </Field>
        <Field label={t('story.member')}>
          <Text>{item.member.nickName}</Text> #{item.member.id}
        </Field>
        <Field label={t('story.submitted')}>{shownTime(item.createdAt)}</Field>
        {item.externalId && (
          <Field label={t('story.externalId')}>
            <Text>{item.externalId}</Text>
          </Field>
        )}
        {item.reasonId !== null && (
          <Field label={t('story.reason')}>
            <Text>{reasonName(item.reasonId)}</Text>
          </Field>
        )}
        {caseOf && item.videoId !== null && (
          <Field label={t('story.video')}>
            <a href={`#${itemPath(caseOf, item.videoId)}`}>#{item.videoId}</a>
          </Field>
        )}
        {item.introduction && (
          <Field label={t('story.introduction')} wide>
            <Text>{item.introduction}</Text>
          </Field>
        )}
      </Fields>
    </section>
  )
}
