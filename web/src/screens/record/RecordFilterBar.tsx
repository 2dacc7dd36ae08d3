import { figureFilters } from '@screening-room/contract/figures'
import { hoursOfWeek, recordCalls, recordQueues, timesKnown } from '@screening-room/contract/record'
import { useCall } from '../../api/queries.ts'
import { otherActions, useEventWords } from '../../shared/event-words.ts'
import { QuietFailure } from '../../shared/Failure.tsx'
import { FilterBar } from '../../shared/FilterBar.tsx'
import { itemActions } from '../../shared/History.tsx'
import { useReasonNames, useReasons } from '../../shared/useReasons.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { noFilters, type RecordFilters } from './filters.ts'

/** Such as “Tuesday 14:00”; the first of January 2024 was a Monday. */
function weekHourName(language: string, text: string) {
  if (!/^\d{1,3}$/.test(text) || Number(text) >= hoursOfWeek) return undefined
  return new Intl.DateTimeFormat(language, {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(Date.UTC(2024, 0, 1, Number(text)))
}

/** What the record is filtered by. Some are only ever set by a figure of the overview. */
export function RecordFilterBar(props: {
  filters: RecordFilters
  onSearch: (wanted: RecordFilters) => RecordFilters
}) {
  const { filters, onSearch } = props
  const { t, language } = useTranslation()
  const words = useEventWords()
  const people = useCall(recordCalls.people, {}, { fresh: 60_000 })
  const reasons = useReasons()
  const reasonName = useReasonNames()
  /** What an address names is offered, also where nobody would choose it. */
  const withChosen = (options: { value: string; label: string }[], chosen: string) =>
    chosen && !options.some(({ value }) => value === chosen)
      ? [...options, { value: chosen, label: chosen }]
      : options
  const all = { value: '', label: t('record.anything') }
  const weekHour = weekHourName(language, filters.weekHour)
  return (
    <>
      <FilterBar
        values={filters}
        onSearch={(wanted) => void onSearch(wanted)}
        onReset={() => onSearch(noFilters)}
        fields={[
          {
            control: 'words',
            name: 'words',
            label: t('record.words'),
            placeholder: t('record.wordsPlaceholder'),
          },
          {
            control: 'choice',
            name: 'person',
            label: t('record.person'),
            loading: people.isPending,
            options: withChosen(
              [
                { value: '', label: t('record.anybody') },
                { value: '0', label: t('record.operator') },
                ...(people.data?.data ?? []).map(({ id, nickName }) => ({
                  value: String(id),
                  label: nickName,
                })),
              ],
              filters.person,
            ),
          },
          {
            control: 'choice',
            name: 'action',
            label: t('record.action'),
            options: withChosen(
              [
                all,
                { value: figureFilters('decided').action ?? '', label: t('record.anyDecision') },
                { value: figureFilters('cameBack').action ?? '', label: t('record.cameBack') },
                ...[...itemActions, 'erase', ...otherActions].map((value) => ({
                  value,
                  label: words.action(value),
                })),
              ],
              filters.action,
            ),
          },
          {
            control: 'choice',
            name: 'queue',
            label: t('record.about'),
            options: [
              all,
              ...recordQueues.map((value) => ({ value, label: t(`record.queue.${value}`) })),
            ],
          },
          {
            control: 'words',
            name: 'item',
            label: t('record.item'),
            placeholder: t('record.itemPlaceholder'),
          },
          {
            control: 'choice',
            name: 'reason',
            label: t('record.reason'),
            loading: reasons.isPending,
            options: withChosen(
              [
                all,
                ...(reasons.data?.data ?? []).map(({ id }) => ({
                  value: String(id),
                  label: reasonName(id),
                })),
              ],
              filters.reason,
            ),
          },
          {
            control: 'choice',
            name: 'watchedTo',
            label: t('record.watched'),
            options: withChosen(
              [
                all,
                { value: '0', label: t('record.watchedNothing') },
                ...[25, 50, 75, 99].map((most) => ({
                  value: String(most),
                  label: t('record.watchedTo', { most }),
                })),
                { value: '100', label: t('record.watchedAny') },
              ],
              filters.watchedTo,
            ),
          },
          {
            control: 'choice',
            name: 'standing',
            label: t('record.standing'),
            options: [all, { value: 'yes', label: t('record.standingOnly') }],
          },
          ...(filters.timed
            ? [
                {
                  control: 'choice' as const,
                  name: 'timed' as const,
                  label: t('record.timed'),
                  options: [
                    all,
                    ...timesKnown.map((value) => ({ value, label: t(`record.times.${value}`) })),
                  ],
                },
              ]
            : []),
          ...(filters.reopenedFrom
            ? [
                {
                  control: 'choice' as const,
                  name: 'reopenedFrom' as const,
                  label: t('record.reopenedFrom'),
                  options: withChosen(
                    [
                      all,
                      ...(people.data?.data ?? []).map(({ id, nickName }) => ({
                        value: String(id),
                        label: nickName,
                      })),
                    ],
                    filters.reopenedFrom,
                  ),
                },
              ]
            : []),
          ...(filters.desk
            ? [
                {
                  control: 'choice' as const,
                  name: 'desk' as const,
                  label: t('record.desk'),
                  options: withChosen([all], filters.desk),
                },
              ]
            : []),
          ...(weekHour
            ? [
                {
                  control: 'choice' as const,
                  name: 'weekHour' as const,
                  label: t('record.weekHour'),
                  options: [all, { value: filters.weekHour, label: weekHour }],
                },
              ]
            : []),
          { control: 'day', name: 'start', label: t('common.startDate') },
          { control: 'day', name: 'end', label: t('common.endDate') },
        ]}
      />
      <QuietFailure text={t('record.failed')} reading={people} />
    </>
  )
}
