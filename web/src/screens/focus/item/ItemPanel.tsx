import { type Claimed, focusCalls } from '@screening-room/contract/focus'
import { itemQueueOf, type ListName, lists } from '@screening-room/contract/queues'
import type { Mark } from '@screening-room/contract/receipt'
import { memo, type RefObject, useDeferredValue, useLayoutEffect, useRef } from 'react'
import { useCall } from '../../../api/queries.ts'
import { QuietFailure } from '../../../shared/Failure.tsx'
import { ItemNotes } from '../../../shared/ItemNotes.tsx'
import { SecondPersonNote } from '../../../shared/SecondPersonNote.tsx'
import { useTranslation } from '../../../texts/i18n.ts'
import { Text } from '../../../ui/Text.tsx'
import { DecisionBar } from '../decisions/DecisionBar.tsx'
import { NoticeLine, ProblemNote } from '../decisions/Notices.tsx'
import { OwnReason } from '../decisions/OwnReason.tsx'
import { RejectStrip, TakeDownStrip } from '../decisions/ReasonStrips.tsx'
import type { Decisions } from '../decisions/useDecisions.ts'
import type { RunCommand } from '../keys/useCommands.ts'
import type { Keys } from '../keys/useKeymap.ts'
import type { SessionState } from '../session/session-state.ts'
import { ItemFacts } from './ItemFacts.tsx'
import { decisionsOf, factsOf, permittedDecisions, titleOf, waitingSince } from './item.ts'
import { Submitter } from './Submitter.tsx'
import { Waited } from './Waited.tsx'
import { WhyFirst } from './WhyFirst.tsx'
import './item-panel.css'

interface ItemPanelProps {
  list: ListName
  item: Claimed
  state: SessionState
  keys: Keys
  decisions: Decisions
  run: RunCommand
  marks: readonly Mark[]
  coversBlurred: boolean
  onSeek: (seconds: number) => void
}

/** The facts of the current item, and the decision on it. */
export function ItemPanel(props: ItemPanelProps) {
  const { list, item, state, keys, decisions, run, marks, coversBlurred, onSeek } = props
  const { t } = useTranslation()
  const problem = state.problems[item.lease]
  const { strip } = decisions
  const heading = useFocusFallback(`${item.id} ${strip}`)
  // The picture comes first, its facts one frame later; what decides changes with the picture.
  const described = useDeferredValue(item)
  return (
    <aside className="sr-focus-panel" aria-label={t('focus.item')}>
      <ItemDescription
        list={list}
        item={described}
        since={state.seenVersions[described.lease]}
        heading={heading}
        coversBlurred={coversBlurred}
        onSeek={onSeek}
      />
      <DecisionBar
        keys={keys}
        decisions={decisionsOf(list)}
        permitted={permittedDecisions(list)}
        strip={strip}
        lost={problem?.lost === true}
        onCommand={(command) => run[command]()}
      >
        {state.notice && <NoticeLine notice={state.notice} />}
        {problem && <ProblemNote problem={problem} keys={keys} onDismiss={run.next} />}
        {strip === 'reject' && (
          <RejectStrip
            reasons={decisions.reasons}
            keysOff={keys.off}
            onPick={decisions.reject}
            onOwn={() => decisions.open('own')}
            failure={<QuietFailure text={t('focus.reasonsFailed')} reading={decisions.reading} />}
          />
        )}
        {strip === 'takeDown' && (
          <TakeDownStrip
            reasons={decisions.takeDownReasons}
            ticked={decisions.ticked}
            error={decisions.error}
            keys={keys}
            onToggle={decisions.tick}
            onSend={decisions.takeDown}
            failure={
              <QuietFailure text={t('takeDown.reasonsFailed')} reading={decisions.reportReasons} />
            }
          />
        )}
        {strip === 'own' && (
          <OwnReason
            key={item.id}
            list={list}
            id={item.id}
            marks={marks}
            onSend={decisions.rejectOwn}
            onClose={decisions.close}
          />
        )}
      </DecisionBar>
    </aside>
  )
}

interface ItemDescriptionProps {
  list: ListName
  item: Claimed
  /** The version that the reviewer has seen. */
  since: number | undefined
  heading: RefObject<HTMLHeadingElement | null>
  coversBlurred: boolean
  onSeek: (seconds: number) => void
}

const ItemDescription = memo((props: ItemDescriptionProps) => {
  const { list, item, since, heading, coversBlurred, onSeek } = props
  const { t } = useTranslation()
  const { address } = lists[list]
  const about = useCall(
    focusCalls.about,
    { queue: address, id: item.id },
    { keep: false, fresh: 60_000 },
  )
  const facts = useScrolledToTop('sr-focus-facts', item.id)
  const queue = itemQueueOf(lists[list].queue)
  return (
    <div {...facts}>
      <h2 ref={heading} tabIndex={-1} title={titleOf(item)}>
        <Text>{titleOf(item)}</Text>
        <span className="sr-muted">
          {t('focus.number', { id: item.id })}
          <Waited since={waitingSince(item)} />
        </span>
      </h2>
      <WhyFirst item={item} about={about.data?.data} />
      <div key={item.id}>
        <SecondPersonNote queue={queue} id={item.id} />
        <ItemNotes queue={queue} id={item.id} facts={factsOf(item)} since={since} onSeek={onSeek} />
        <ItemFacts item={item} about={about.data?.data} />
        <Submitter list={list} item={item} about={about} coversBlurred={coversBlurred} />
      </div>
    </div>
  )
})

/** Another item starts at the top. Only after a scroll, because scrolling forces a layout. */
function useScrolledToTop(className: string, id: number) {
  const ref = useRef<HTMLDivElement>(null)
  const scrolled = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each item
  useLayoutEffect(() => {
    if (scrolled.current) ref.current?.scrollTo(0, 0)
    scrolled.current = false
  }, [id])
  const onScroll = () => {
    scrolled.current = true
  }
  return { ref, className, onScroll }
}

/** When the focused element disappears, the title gets the focus. */
function useFocusFallback(change: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: again after every change
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) heading.current?.focus({ preventScroll: true })
  }, [change])
  return heading
}
