import type { Attribute, ItemFacts, Signal } from '@screening-room/contract/item-facts'
import type { ItemQueue } from '@screening-room/contract/queues'
import { type Changes, versionCalls } from '@screening-room/contract/versions'
import { useCall } from '../api/queries.ts'
import { useTranslation } from '../texts/i18n.ts'
import { RowButton } from '../ui/RowButton.tsx'
import { Text } from '../ui/Text.tsx'
import { useAppearance } from './appearance.ts'
import { Field, Fields } from './DetailDialog.tsx'
import { shownTime } from './dates.ts'
import { QuietFailure } from './Failure.tsx'
import { momentText } from './moments.ts'
import { diffTexts } from './text-diff.ts'
import './notes.css'

export interface NotesProps {
  queue: ItemQueue
  id: number
  facts: ItemFacts
  onSeek?: ((seconds: number) => void) | undefined
  /** The version that the reviewer had before it changed; else the one with which this was opened. */
  since?: number | undefined
}

export function ErasedWord() {
  const { t } = useTranslation()
  return <span className="sr-muted">{t('notes.erased')}</span>
}

export default function Notes({ queue, id, facts, since, onSeek }: NotesProps) {
  const { t } = useTranslation()
  const { version, attributes, signals, erased } = facts
  if (erased) return <p className="sr-muted">{t('notes.erasedItem')}</p>
  return (
    <div className="sr-notes">
      {/* Another version is another comparison. */}
      {(version ?? 1) > 1 && <Version key={version} {...{ queue, id, since }} />}
      {attributes && attributes.length > 0 && <Attributes attributes={attributes} />}
      {signals && signals.length > 0 && <Signals signals={signals} onSeek={onSeek} />}
    </div>
  )
}

function Version({ queue, id, since }: Pick<NotesProps, 'queue' | 'id' | 'since'>) {
  const { t } = useTranslation()
  const input = since === undefined ? { queue, id } : { queue, id, since }
  const reading = useCall(versionCalls.changes, input, { keep: false, fresh: 0 })
  const found = reading.data?.data
  if (!found) return <QuietFailure text={t('notes.failed')} reading={reading} />
  return (
    <section className="sr-changes" aria-label={t('notes.version', { version: found.version })}>
      <p role="status">
        <span className="sr-badge">{t('notes.version', { version: found.version })}</span>{' '}
        <ComparedWith found={found} />
      </p>
      {found.since !== null && <Difference found={found} />}
    </section>
  )
}

function ComparedWith({ found: { since, decided } }: { found: Changes }) {
  const { t } = useTranslation()
  if (since === null) return <>{t('notes.notCompared')}</>
  if (!decided) return <strong>{t('notes.changedNow', { version: since })}</strong>
  const actions = ['approve', 'reject', 'takeDown'] as const
  const action = actions.find((one) => one === decided.action) ?? 'approve'
  const when = shownTime(decided.at)
  return <strong>{t(`notes.since.${action}`, { who: decided.by, when, version: since })}</strong>
}

function Difference({ found }: { found: Changes }) {
  const { t } = useTranslation()
  const { title, introduction, media, pictures } = found
  return (
    <>
      {(media || pictures) && (
        <p className="sr-changes-badges">
          {media && <span className="sr-badge sr-badge-waiting">{t('notes.media')}</span>}
          {pictures && <span className="sr-badge sr-badge-waiting">{t('notes.pictures')}</span>}
        </p>
      )}
      {title && <TextChange label={t('notes.title')} change={title} />}
      {introduction && <TextChange label={t('notes.introduction')} change={introduction} />}
    </>
  )
}

interface TextChangeProps {
  label: string
  change: { before: string | null; now: string | null }
}

const elements = { same: 'span', gone: 'del', new: 'ins' } as const

function TextChange({ label, change: { before, now } }: TextChangeProps) {
  const parts = diffTexts(before ?? '', now ?? '')
  return (
    <div className="sr-diff">
      <h4>{label}</h4>
      <p>
        {parts.map(({ kind, text }, place) => {
          const Element = elements[kind]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and never move
            <Element key={place}>{text.trim() === '' ? text : <Text>{text}</Text>}</Element>
          )
        })}
      </p>
    </div>
  )
}

function Attributes({ attributes }: { attributes: readonly Attribute[] }) {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const labelOf = ({ name, label, label_en }: Attribute) =>
    (language === 'en' ? (label_en ?? label) : (label ?? label_en)) || name
  return (
    <section aria-label={t('notes.attributes')}>
      <Fields>
        {attributes.map((one, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
          <Field key={place} label={labelOf(one)}>
            {one.link?.startsWith('https://') ? (
              <a href={one.link} target="_blank" rel="noreferrer noopener">
                <Text>{one.value || one.link}</Text>
              </a>
            ) : (
              <Text>{one.value}</Text>
            )}
          </Field>
        ))}
      </Fields>
    </section>
  )
}

interface SignalsProps {
  signals: readonly Signal[]
  onSeek: ((seconds: number) => void) | undefined
}

/** The strongest first. */
function Signals({ signals, onSeek }: SignalsProps) {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  const sorted = [...signals].sort((one, other) => other.score - one.score)
  return (
    <section className="sr-signals" aria-label={t('notes.signals')}>
      <h4>{t('notes.signals')}</h4>
      <ul>
        {sorted.map((one, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a classifier may find the same twice
          <li key={place}>
            <strong>{percent.format(one.score)}</strong>
            <span className="sr-signal-bar" aria-hidden>
              <span style={{ width: `${one.score * 100}%` }} />
            </span>
            <span>
              <Text>{one.name}</Text>
              {one.source && (
                <span className="sr-muted">
                  {' '}
                  <Text>{one.source}</Text>
                </span>
              )}
            </span>
            <Moment signal={one} onSeek={onSeek} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Moment({
  signal: { from, to },
  onSeek,
}: {
  signal: Signal
  onSeek: SignalsProps['onSeek']
}) {
  const { t } = useTranslation()
  if (typeof from !== 'number') return null
  const time = momentText({ from, to })
  if (!onSeek) return <span className="sr-muted">{time}</span>
  return (
    <RowButton label={t('history.goTo', { time })} onClick={() => onSeek(from)}>
      {time}
    </RowButton>
  )
}
