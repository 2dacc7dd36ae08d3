import { memberCalls } from '@screening-room/contract/members'
import { mostWeight, type StrikeRule, strikeCalls } from '@screening-room/contract/strikes'
import { Button, Input } from 'antd'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCall } from '../../api/queries.ts'
import { QuietFailure } from '../../shared/Failure.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useReasonNames } from '../../shared/useReasons.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { isComposing } from '../../ui/is-composing.ts'
import { RowButton } from '../../ui/RowButton.tsx'

/** What take-downs weigh, for how long, and the thresholds that are shown. */
export function Strikes({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation()
  const reasonName = useReasonNames()
  const reading = useCall(strikeCalls.rule, {})
  const rule = reading.data?.data
  const [open, setOpen] = useState(false)
  const section = useRef<HTMLElement>(null)
  const close = () => {
    flushSync(() => setOpen(false))
    section.current?.querySelector('button')?.focus()
  }
  const title = t('reasons.strikes')
  return (
    <section ref={section} className="sr-reasons" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="sr-muted">{t('reasons.strikesHint')}</span>
      </header>
      <QuietFailure text={t('reasons.failed')} reading={reading} />
      {rule && !open && (
        <div className="sr-strikes">
          <p>
            {t('reasons.strikeRule', {
              days: rule.expiresDays,
              thresholds: rule.thresholds.join(' · '),
            })}
          </p>
          <p>{rule.weights.map(({ id, weight }) => `${reasonName(id)} ${weight}`).join(' · ')}</p>
          {mayChange && (
            <RowButton label={t('reasons.changeStrikes')} onClick={() => setOpen(true)}>
              {t('reasons.change')}
            </RowButton>
          )}
        </div>
      )}
      {rule && open && <StrikeForm rule={rule} onClose={close} />}
    </section>
  )
}

function StrikeForm({ rule, onClose }: { rule: StrikeRule; onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const reasonName = useReasonNames()
  const [days, setDays] = useState(String(rule.expiresDays))
  const [thresholds, setThresholds] = useState(rule.thresholds.join(', '))
  const [weights, setWeights] = useState(rule.weights)
  const save = useAction(strikeCalls.change, {
    done: 'reasons.strikesChanged',
    failed: { plain: 'reasons.changeFailed' },
    reload: [strikeCalls.rule, memberCalls.get],
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (save.running) return
    const failed = await save.run({
      expiresDays: Number(days),
      thresholds: thresholds.replaceAll(/[\s，]+/g, ',').replaceAll(/,+/g, ','),
      weights: weights.map((one) => `${one.id}:${one.weight}`).join(','),
    })
    if (!failed) onClose()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event)) onClose()
  }
  return (
    <form
      className="sr-strikes"
      aria-label={t('reasons.changeStrikes')}
      onSubmit={submit}
      onKeyDown={onKey}
    >
      <label htmlFor={`${id}-days`}>{t('reasons.expiresDays')}</label>
      <Input
        id={`${id}-days`}
        type="number"
        min={1}
        max={3650}
        required
        autoFocus
        value={days}
        onChange={({ target }) => setDays(target.value)}
      />
      <label htmlFor={`${id}-thresholds`}>{t('reasons.thresholds')}</label>
      <Input
        id={`${id}-thresholds`}
        required
        value={thresholds}
        onChange={({ target }) => setThresholds(target.value)}
      />
      <fieldset>
        <legend>{t('reasons.weights')}</legend>
        {weights.map((one) => (
          <div key={one.id}>
            <Input
              id={`${id}-${one.id}`}
              type="number"
              min={0}
              max={mostWeight}
              required
              value={one.weight}
              onChange={({ target }) =>
                setWeights(
                  weights.map((other) =>
                    other.id === one.id
                      ? { ...other, weight: Math.trunc(Number(target.value)) }
                      : other,
                  ),
                )
              }
            />{' '}
            <label htmlFor={`${id}-${one.id}`}>{reasonName(one.id)}</label>
          </div>
        ))}
      </fieldset>
      <div className="sr-reason-buttons">
        <Button disabled={save.running} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="primary" htmlType="submit" loading={save.running}>
          {t('reasons.save')}
        </Button>
      </div>
    </form>
  )
}
