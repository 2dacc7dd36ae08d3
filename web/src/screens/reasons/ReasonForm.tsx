import type { Reason } from '@screening-room/contract/reasons'
import { isBlank, longestReason } from '@screening-room/contract/review'
import { Button, Input, Select } from 'antd'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useAppearance } from '../../shared/appearance.ts'
import { useBackFocus } from '../../shared/useBackFocus.ts'
import { useHiddenCharacters } from '../../shared/useHiddenCharacters.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { isComposing } from '../../ui/is-composing.ts'

/** The contract's limits. The server counts code points, so these never allow more. */
const fields = [
  { name: 'label', longest: 30, lang: 'zh-CN' },
  { name: 'labelEn', longest: 60, lang: 'en' },
  { name: 'text', longest: longestReason, lang: 'zh-CN' },
  { name: 'textEn', longest: longestReason, lang: 'en' },
] as const
type Name = (typeof fields)[number]['name']

const isLong = (longest: number) => longest === longestReason

export type Draft = Record<Name, string> & { digit?: number }

export const emptyDraft: Draft = { label: '', labelEn: '', text: '', textEn: '' }
export const draftOf = ({ label, labelEn, text, textEn, digit }: Reason): Draft => ({
  label,
  labelEn,
  text,
  textEn,
  ...(digit ? { digit } : {}),
})

interface ReasonFormProps {
  label: string
  start: Draft
  /** Reasons whose digit is taken while they are active. */
  others: readonly Reason[]
  running: boolean
  onSave: (draft: Draft) => Promise<void>
  onClose: () => void
}

export function ReasonForm({ label, start, others, running, onSave, onClose }: ReasonFormProps) {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const id = useId()
  const [draft, setDraft] = useState(start)
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useBackFocus()

  const taken = others.find((one) => one.active && one.digit && one.digit === draft.digit)
  const wrongDigit =
    taken && t('reasons.digitTaken', { label: language === 'en' ? taken.labelEn : taken.label })
  const hidden = useHiddenCharacters()
  const hiddenIn = ({ name, longest }: (typeof fields)[number]) =>
    hidden(t(`reasons.${name}`), draft[name], isLong(longest) ? 'many lines' : 'one line')
  const wrong = (field: (typeof fields)[number]) =>
    tried && isBlank(draft[field.name]) ? t('reasons.required') : hiddenIn(field)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const unfit = fields.find((field) => isBlank(draft[field.name]) || hiddenIn(field))
    const first = unfit?.name ?? (taken && 'digit')
    if (first) return form.current?.querySelector<HTMLElement>(`[id="${id}-${first}"]`)?.focus()
    const trimmed = fields.map(({ name }) => [name, draft[name].trim()])
    if (!running) void onSave({ ...draft, ...Object.fromEntries(trimmed) })
  }
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event)) {
      if (event.key === 'Enter') event.preventDefault()
    } else if (event.key === 'Escape' && !isExpanded(event.target)) onClose()
  }

  return (
    <form
      ref={form}
      className="sr-reason-form"
      aria-label={label}
      onSubmit={submit}
      onKeyDown={onKey}
    >
      {fields.map((one, index) => {
        const { name, longest, lang } = one
        const problem = wrong(one)
        const field = {
          id: `${id}-${name}`,
          lang,
          maxLength: longest,
          autoComplete: 'off',
          autoFocus: index === 0,
          value: draft[name],
          'aria-required': true,
          'aria-invalid': problem !== undefined,
          'aria-describedby': `${id}-${name}-wrong`,
          ...(problem ? { status: 'error' as const } : {}),
          onChange: ({ target }: { target: { value: string } }) =>
            setDraft({ ...draft, [name]: target.value }),
        }
        return (
          <div key={name}>
            <label htmlFor={`${id}-${name}`}>{t(`reasons.${name}`)}</label>
            {isLong(longest) ? <Input.TextArea rows={3} {...field} /> : <Input {...field} />}
            <p id={`${id}-${name}-wrong`} className="sr-error" aria-live="polite">
              {problem}
            </p>
          </div>
        )
      })}
      <div className="sr-reason-digit">
        <label htmlFor={`${id}-digit`}>{t('reasons.digit')}</label>
        <Select
          id={`${id}-digit`}
          value={String(draft.digit ?? '')}
          options={[
            { value: '', label: t('reasons.noDigit') },
            ...Array.from({ length: 9 }, (_, n) => ({ value: `${n + 1}`, label: `${n + 1}` })),
          ]}
          aria-describedby={`${id}-digit-hint`}
          {...(wrongDigit ? { status: 'error' as const } : {})}
          onChange={(value) => {
            const { digit: _, ...rest } = draft
            setDraft(value ? { ...rest, digit: Number(value) } : rest)
          }}
        />
        <p
          id={`${id}-digit-hint`}
          className={wrongDigit ? 'sr-error' : 'sr-muted'}
          aria-live="polite"
        >
          {wrongDigit ?? t('reasons.digitHint')}
        </p>
      </div>
      <div className="sr-reason-buttons">
        <Button disabled={running} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="primary" htmlType="submit" loading={running}>
          {t('reasons.save')}
        </Button>
      </div>
    </form>
  )
}

/** An open drop-down: Escape closes that first. */
const isExpanded = (target: EventTarget) =>
  target instanceof Element && target.getAttribute('aria-expanded') === 'true'
