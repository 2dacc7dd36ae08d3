import { type HistoryEntry, historyCalls } from '@screening-room/contract/history'
import { type Queue, queues } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import { Button } from 'antd'
import { useState } from 'react'
import { config } from '../api/config.ts'
import { isSaidToMay } from '../api/permissions.ts'
import { useCall } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { useTranslation } from '../texts/i18n.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Text } from '../ui/Text.tsx'
import { shownTime } from './dates.ts'
import { Failure } from './Failure.tsx'
import { Erased } from './ItemNotes.tsx'
import { Later } from './Later.tsx'
import { useStatusWord } from './ReviewStatus.tsx'
import { useReasonNames } from './useReasons.ts'
import { WatchedNote } from './WatchedNote.tsx'
import './shared.css'

/** What is done to items, and noted of them. */
export const itemActions = [
  'approve',
  'reject',
  'takeDown',
  'feature',
  'categorize',
  'dismiss',
  'undo',
  'skip',
  'reopen',
  'resubmit',
  'withdraw',
  'revise',
  'revealPhone',
  'openCertificates',
  'askSecond',
  'confirmSecond',
  'refuseSecond',
  'withdrawSecond',
  'export',
] as const

export function useActionWord() {
  const { t } = useTranslation()
  return (action: string) => {
    const name = itemActions.find((one) => one === action)
    return name ? t(`history.did.${name}`) : action
  }
}

/** Newest first; `before` is the `next` of the page above it. */
function useHistory(queue: Queue, id: number, before?: number) {
  return useCall(historyCalls.list, before === undefined ? { queue, id } : { queue, id, before }, {
    enabled: config().ours,
    keep: false,
    fresh: 0,
  })
}

interface HistoryProps {
  queue: Queue
  id: number
  onSeek?: (seconds: number) => void
  /** Absent until there is something to show. */
  quiet?: boolean
}

/** Who did what to this item, when and why. Absent with another provider. */
export function History({ quiet = false, ...props }: HistoryProps) {
  const { t } = useTranslation()
  const { userInfo } = useSession()
  const { data, isError } = useHistory(props.queue, props.id)
  const isEmpty = !isError && !data?.data.length
  if (!config().ours) return null
  return (
    <section className="sr-history" aria-label={t('history.title')} hidden={quiet && isEmpty}>
      <h3>
        {t('history.title')}
        {!quiet && isSaidToMay('audit', userInfo) && (
          <a className="sr-history-whole" href={`#/dashboard/item/${props.queue}/${props.id}`}>
            {t('history.whole')}
          </a>
        )}
      </h3>
      <Later before={<Skeleton rows={2} />}>
        <Page key={`${props.queue} ${props.id}`} {...props} />
      </Later>
    </section>
  )
}

/** One page, and what came before it once it is asked for. */
function Page({ before, ...props }: HistoryProps & { before?: number }) {
  const { t } = useTranslation()
  const [earlier, setEarlier] = useState(false)
  const history = useHistory(props.queue, props.id, before)
  const { data: entries, next } = history.data ?? {}
  return (
    <>
      {history.isPending && <Skeleton rows={2} />}
      {history.isError && (
        <Failure text={t('history.failed')} failure={history.error} retry={history.refetch} />
      )}
      {entries?.length === 0 && <p className="sr-muted">{t('history.none')}</p>}
      <ol>
        {entries?.map((entry) => (
          <Entry key={entry.id} entry={entry} onSeek={props.onSeek} />
        ))}
      </ol>
      {next && earlier && <Page {...props} before={next} />}
      {next && !earlier && <Button onClick={() => setEarlier(true)}>{t('history.earlier')}</Button>}
    </>
  )
}

function Entry({ entry, onSeek }: { entry: HistoryEntry; onSeek: HistoryProps['onSeek'] }) {
  const { t } = useTranslation()
  const word = useActionWord()
  const reason = useReasonNames()
  return (
    <li>
      <time>{shownTime(entry.at)}</time>
      <span>
        {entry.action === 'erase' ? (
          <Erased />
        ) : (
          t('history.line', { what: word(entry.action), who: entry.by.nickName })
        )}
        <WatchedNote entry={entry} onSeek={onSeek} />
        {entry.reasonIds.length > 0 && <Quote>{entry.reasonIds.map(reason).join(' · ')}</Quote>}
        {entry.reason && <Quote>{entry.reason}</Quote>}
        {entry.erased && (
          <q className="sr-quote">
            <Erased />
          </q>
        )}
      </span>
    </li>
  )
}

function Quote({ children }: { children: string }) {
  return (
    <q className="sr-quote">
      <Text>{children}</Text>
    </q>
  )
}

const decisionIn = (entries: HistoryEntry[] | undefined, at: number) =>
  entries?.find((entry) => entry.after === at && entry.before !== at)

/** "Already approved by … at …". */
function useDecisionSentence() {
  const { t } = useTranslation()
  const word = useActionWord()
  return ({ action, by }: HistoryEntry, when: string) =>
    t('history.decided', { what: word(action).toLowerCase(), who: by.nickName, when })
}

/** The decision that gave an item this status: who, at what hour and why. */
export function useDecision(queue: Queue, id: number, at: number) {
  const sentence = useDecisionSentence()
  const last = decisionIn(useHistory(queue, id).data?.data, at)
  const hour = shownTime(last?.at).slice(11, 16)
  return last && { text: sentence(last, hour), reason: last.reason }
}

/** "Already approved by … at …" for a button that can no longer be used; undefined while pending. */
export function useDecided(queue: Queue, id: number, at: number | undefined): string | undefined {
  const { t } = useTranslation()
  const sentence = useDecisionSentence()
  const statusWord = useStatusWord()
  const history = useHistory(queue, id)
  if (at === undefined || at === status.pending) return undefined
  const last = decisionIn(history.data?.data, at)
  // Another provider has no history, and imported items have none.
  if (!last) {
    if (history.isFetching) return undefined
    const now = statusWord(at, queues[queue].statusNames)
    return t('history.decidedPlain', { status: now })
  }
  return sentence(last, shownTime(last.at))
}
