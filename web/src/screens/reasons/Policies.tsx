import { reasonCalls } from '@screening-room/contract/reasons'
import { type ReportReason, reportCalls } from '@screening-room/contract/reports'
import { longestReason } from '@screening-room/contract/review'
import { Button, Input } from 'antd'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useAppearance } from '../../shared/appearance.ts'
import { QuietFailure } from '../../shared/Failure.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useHiddenCharacters } from '../../shared/useHiddenCharacters.ts'
import { useReasons } from '../../shared/useReasons.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { isComposing } from '../../ui/is-composing.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { Text } from '../../ui/Text.tsx'
import './reasons.css'

/** The policy behind each reason to report or take down. The platform names the reasons, we explain them. */
export function Policies({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const reasons = useReasons()
  const [open, setOpen] = useState<number>()
  const title = t('reasons.policies')
  return (
    <section className="sr-reasons" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="sr-muted">{t('reasons.policiesHint')}</span>
      </header>
      <QuietFailure text={t('takeDown.reasonsFailed')} reading={reasons} />
      <ul>
        {reasons.data?.data.map((reason) => {
          const { id, reportMessage, reportMessageEn, policy, policyEn } = reason
          const label = (language === 'en' && reportMessageEn) || reportMessage
          return (
            <li key={id} className="sr-reason-entry sr-policy-entry">
              <Words lang="zh-CN" name={reportMessage} text={policy} />
              <Words lang="en" name={reportMessageEn} text={policyEn} />
              <div className="sr-reason-state">
                {mayChange && (
                  <RowButton
                    label={t('reasons.changePolicy', { label })}
                    onClick={() => setOpen(open === id ? undefined : id)}
                  >
                    {t('reasons.change')}
                  </RowButton>
                )}
              </div>
              {open === id && <PolicyForm reason={reason} label={label} onClose={setOpen} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface WordsProps {
  lang: string
  name: string | null | undefined
  text: string | null | undefined
}

function Words({ lang, name, text }: WordsProps) {
  const { t } = useTranslation()
  return (
    <div className="sr-reason-words">
      <strong lang={lang}>
        <Text>{name}</Text>
      </strong>
      <p lang={text ? lang : undefined}>
        <Text fallback={t('reasons.noPolicy')}>{text}</Text>
      </p>
    </div>
  )
}

interface PolicyFormProps {
  reason: ReportReason
  label: string
  onClose: (open: undefined) => void
}

function PolicyForm({ reason, label, onClose }: PolicyFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const [draft, setDraft] = useState({
    policy: reason.policy ?? '',
    policyEn: reason.policyEn ?? '',
  })
  const form = useRef<HTMLFormElement>(null)
  const save = useAction(reasonCalls.setPolicy, {
    done: 'reasons.policyChanged',
    failed: { plain: 'reasons.changeFailed' },
    reload: [reportCalls.reasons],
  })
  const hidden = useHiddenCharacters()
  const fields = [
    { name: 'policy', lang: 'zh-CN' },
    { name: 'policyEn', lang: 'en' },
  ] as const
  const wrong = (name: 'policy' | 'policyEn') =>
    hidden(t(`reasons.${name}`), draft[name], 'many lines')
  const close = () => {
    const button = form.current?.closest('li')?.querySelector('button')
    onClose(undefined)
    button?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const unfit = fields.find(({ name }) => wrong(name))
    if (unfit) return document.getElementById(`${id}-${unfit.name}`)?.focus()
    if (!save.running && !(await save.run({ id: reason.id, ...draft }))) close()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event)) close()
  }
  return (
    <form
      ref={form}
      className="sr-reason-form"
      aria-label={t('reasons.changePolicy', { label })}
      onSubmit={submit}
      onKeyDown={onKey}
    >
      {fields.map(({ name, lang }, index) => (
        <div key={name}>
          <label htmlFor={`${id}-${name}`}>{t(`reasons.${name}`)}</label>
          <Input.TextArea
            id={`${id}-${name}`}
            rows={3}
            lang={lang}
            maxLength={longestReason}
            autoFocus={index === 0}
            value={draft[name]}
            aria-invalid={wrong(name) !== undefined}
            aria-describedby={`${id}-${name}-wrong`}
            onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
          />
          <p id={`${id}-${name}-wrong`} className="sr-error" aria-live="polite">
            {wrong(name)}
          </p>
        </div>
      ))}
      <span />
      <div className="sr-reason-buttons">
        <Button disabled={save.running} onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button type="primary" htmlType="submit" loading={save.running}>
          {t('reasons.save')}
        </Button>
      </div>
    </form>
  )
}
