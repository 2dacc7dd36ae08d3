import { Button, Checkbox } from 'antd'
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useBackFocus } from '../../shared/useBackFocus.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { isComposing } from '../../ui/is-composing.ts'
import { TextField } from '../../ui/TextField.tsx'

interface EntryField {
  name: string
  label: string
  longest: number
  hint?: string
}

interface Choices {
  label: string
  options: { value: string; label: string }[]
}

export interface Entry {
  texts: Record<string, string>
  chosen: string[]
}

interface EntryFormProps {
  label: string
  fields: EntryField[]
  choices: Choices
  start: Entry
  running: boolean
  children?: ReactNode
  onSave: (entry: Entry) => void
  onClose: () => void
}

/** Some lines of text and a set of choices, all required; Escape closes it. */
export function EntryForm(props: EntryFormProps) {
  const { label, fields, choices, start, running, children, onSave, onClose } = props
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [entry, setEntry] = useState(start)
  const [tried, setTried] = useState(false)
  useBackFocus()

  const isEmpty = (name: string) => !entry.texts[name]?.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const first = fields.find(({ name }) => isEmpty(name))
    if (first) return form.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus()
    if (entry.chosen.length === 0)
      return form.current?.querySelector<HTMLElement>('[type=checkbox]')?.focus()
    if (!running) onSave(entry)
  }
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event)) {
      if (event.key === 'Enter') event.preventDefault()
    } else if (event.key === 'Escape') onClose()
  }
  return (
    <form
      ref={form}
      className="sr-entry-form"
      aria-label={label}
      onSubmit={submit}
      onKeyDown={onKey}
    >
      {fields.map(({ name, label: title, longest, hint }, index) => (
        <TextField
          key={name}
          name={name}
          label={title}
          maxLength={longest}
          autoComplete="off"
          autoFocus={index === 0}
          spellCheck={false}
          value={entry.texts[name] ?? ''}
          placeholder={hint}
          aria-required
          wrong={tried && isEmpty(name) ? t('platform.required') : undefined}
          onChange={(text) => setEntry({ ...entry, texts: { ...entry.texts, [name]: text } })}
        />
      ))}
      <fieldset>
        <legend>{choices.label}</legend>
        <Checkbox.Group
          options={choices.options}
          value={entry.chosen}
          onChange={(chosen) => setEntry({ ...entry, chosen: chosen as string[] })}
        />
        <p className="sr-error" aria-live="polite">
          {tried && entry.chosen.length === 0 ? t('platform.chooseOne') : ''}
        </p>
      </fieldset>
      {children}
      <div className="sr-entry-buttons">
        <Button disabled={running} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="primary" htmlType="submit" loading={running}>
          {t('platform.save')}
        </Button>
      </div>
    </form>
  )
}
