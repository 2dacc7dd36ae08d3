import { comparableName } from '@screening-room/contract/categories'
import { Button, Input, type InputRef } from 'antd'
import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react'
import { config } from '../../api/config.ts'
import type { ApiFailure } from '../../api/failure.ts'
import { useDraft } from '../../shared/useDraft.ts'
import { useHiddenCharacters } from '../../shared/useHiddenCharacters.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { isComposing } from '../../ui/is-composing.ts'
import './categories.css'
import '../../shared/filter-bar.css'

/** The contract's limit. The server counts code points, so this never allows more. */
const longest = 60

interface Typed {
  text: string
  setText: (text: string) => void
}

/** Kept as a draft: a new category, or a tag of the category with this ID. */
export function useNameDraft(of: 'category' | 'tag', categoryId = 0) {
  return { chinese: useDraft(of, categoryId), english: useDraft(`${of}-english`, categoryId) }
}

interface NameFormProps {
  label: string
  names: { chinese: Typed; english: Typed }
  /** Why this Chinese name cannot be given, if it cannot. */
  problem: (chinese: string) => string | undefined
  running: boolean
  submitText: string
  submit: (chinese: string, english: string | undefined) => Promise<ApiFailure | undefined>
  onClose?: () => void
}

/** A Chinese and an English name. */
export function NameForm(props: NameFormProps) {
  const { label, names, problem, running, submitText, submit, onClose } = props
  const { chinese, english } = names
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<InputRef>(null)
  const englishField = useRef<InputRef>(null)
  const hidden = useHiddenCharacters()
  const wrong = problem(chinese.text) ?? hidden(t('categories.chineseName'), chinese.text)
  const wrongEnglish = hidden(t('categories.englishName'), english.text)

  const empty = () => {
    chinese.setText('')
    english.setText('')
  }
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (running || comparableName(chinese.text) === '') return
    if (wrong) return field.current?.focus()
    if (wrongEnglish) return englishField.current?.focus()
    if (await submit(chinese.text.trim(), english.text.trim() || undefined)) return
    empty()
    field.current?.focus({ preventScroll: true })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
    if (event.key === 'Escape' && !isComposing(event)) onClose?.()
  }

  return (
    <form className="sr-names" aria-label={label} onSubmit={onSubmit} onKeyDown={onKey}>
      <div className="sr-filter">
        <label htmlFor={`${id}-chinese`}>{t('categories.chineseName')}</label>
        <Input
          id={`${id}-chinese`}
          ref={field}
          lang="zh-CN"
          maxLength={longest}
          autoComplete="off"
          autoFocus={onClose !== undefined}
          value={chinese.text}
          aria-required
          aria-invalid={wrong !== undefined}
          aria-describedby={`${id}-wrong`}
          {...(wrong ? { status: 'error' as const } : {})}
          onChange={(event) => chinese.setText(event.target.value)}
        />
        <p id={`${id}-wrong`} className="sr-error" aria-live="polite">
          {wrong}
        </p>
      </div>
      <div className="sr-filter">
        <label htmlFor={`${id}-english`}>{t('categories.englishName')}</label>
        <Input
          id={`${id}-english`}
          ref={englishField}
          lang="en"
          maxLength={longest}
          autoComplete="off"
          value={english.text}
          aria-invalid={wrongEnglish !== undefined}
          aria-describedby={`${id}-wrong-english`}
          {...(wrongEnglish ? { status: 'error' as const } : {})}
          onChange={(event) => english.setText(event.target.value)}
        />
        <p id={`${id}-wrong-english`} className="sr-error" aria-live="polite">
          {wrongEnglish}
        </p>
        {!config().ours && <p className="sr-muted">{t('categories.englishHint')}</p>}
      </div>
      <div className="sr-names-buttons">
        {onClose && (
          <Button
            disabled={running}
            onClick={() => {
              empty()
              onClose()
            }}
          >
            {t('common.cancel')}
          </Button>
        )}
        <Button
          type="primary"
          htmlType="submit"
          loading={running}
          disabled={comparableName(chinese.text) === ''}
        >
          {submitText}
        </Button>
      </div>
    </form>
  )
}
