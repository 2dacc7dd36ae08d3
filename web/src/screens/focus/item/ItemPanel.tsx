import { type Claimed, type FocusQueue, focusCalls } from '@screening-room/contract/focus'
import type { Mark } from '@screening-room/contract/receipt'
import { Button } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/queries.ts'
import { QuietFailure } from '../../../shared/Failure.tsx'
import { Text } from '../../../ui/Text.tsx'
import { DecisionBar } from '../decisions/DecisionBar.tsx'
import { OwnText } from '../decisions/OwnReason.tsx'
import { RejectStrip, TakeDownStrip } from '../decisions/ReasonStrips.tsx'
import type { Decisions } from '../decisions/useDecisions.ts'
import { Key } from '../keys/Key.tsx'
import type { Command } from '../keys/keymap.ts'
import type { Keys } from '../keys/useKeymap.ts'
import type { Notice, Trouble, Work } from '../session/session-state.ts'
import { Facts } from './ItemFacts.tsx'
import { draftQueueOf, titleOf } from './item.ts'
import { Submitter } from './Submitter.tsx'
import './item-panel.css'

interface RailProps {
  queue: FocusQueue
  item: Claimed
  now: Work
  keys: Keys
  decisions: Decisions
  run: Record<Command, () => void>
  marks: readonly Mark[]
}

/** Everything to know about the item, and what to do with it. */
export function Rail({ queue, item, now, keys, decisions, run, marks }: RailProps) {
  const { t } = useTranslation()
  const about = useCall(focusCalls.about, { queue, id: item.id }, { keep: false, fresh: 60_000 })
  const trouble = now.troubles[item.lease]
  const { strip } = decisions
  const heading = useFocusOn(`${item.id} ${strip}`)
  const facts = useScrolledToTop('sr-focus-facts', item.id)
  return (
    <aside className="sr-focus-rail" aria-label={t('focus.item')}>
      <div {...facts}>
        <h2 ref={heading} tabIndex={-1} title={titleOf(item)}>
          <Text>{titleOf(item)}</Text>
          <span className="sr-muted">{t('focus.number', { id: item.id })}</span>
        </h2>
        <div key={item.id}>
          <Facts item={item} about={about.data?.data} />
          <Submitter queue={queue} item={item} about={about} />
        </div>
      </div>
      <DecisionBar
        keys={keys}
        reports={queue === 'report'}
        strip={strip}
        disabled={trouble?.gone === true}
        onCommand={(command) => run[command]()}
      >
        {now.notice && <Remark notice={now.notice} />}
        {trouble && <WhyBack trouble={trouble} keys={keys} onGoOn={run.next} />}
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
            keysOff={keys.off}
            onToggle={decisions.tick}
            onSend={decisions.takeDown}
            failure={
              <QuietFailure text={t('takeDown.reasonsFailed')} reading={decisions.reportReasons} />
            }
          />
        )}
        {strip === 'own' && (
          <OwnText
            key={item.id}
            queue={draftQueueOf(queue)}
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

/** Another item begins at its top. Asked only of what was scrolled: the answer costs a layout. */
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

/** Whoever had the focus in what has just gone goes on from the title. */
function useFocusOn(change: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever something came or went
  useLayoutEffect(() => {
    const at = document.activeElement
    if (!at || at === document.body) heading.current?.focus({ preventScroll: true })
  }, [change])
  return heading
}

interface WhyBackProps {
  trouble: Trouble
  keys: Keys
  onGoOn: () => void
}

function WhyBack({ trouble, keys, onGoOn }: WhyBackProps) {
  const { t } = useTranslation()
  const { said, gone, choice } = trouble
  return (
    <div className="sr-focus-back" role="alert">
      <p>
        <strong>{t(gone ? 'focus.goneTitle' : 'focus.backTitle')}</strong>{' '}
        {said ?? t(gone ? 'focus.lost' : 'focus.refused')}
      </p>
      {gone && choice?.message && (
        <q className="sr-quote">
          <Text>{choice.message}</Text>
        </q>
      )}
      {gone && (
        <Button onClick={onGoOn}>
          {t('focus.goOn')} <Key>{keys.off ? '' : 'Enter'}</Key>
        </Button>
      )}
    </div>
  )
}

function Remark({ notice }: { notice: Notice }) {
  const { t } = useTranslation()
  return (
    <p className="sr-focus-remark" role="status">
      {notice.kind === 'wentBack'
        ? t('focus.wentBack', { id: notice.id })
        : t('focus.notUndone', { id: notice.id, said: notice.said })}
    </p>
  )
}
