import { CloseCircleFilled, FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { longestSearch } from '@screening-room/contract/fields'
import { Button, Input, Select } from 'antd'
import { type FormEvent, type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react'
import { config } from '../api/config.ts'
import { useTranslation } from '../texts/i18n.ts'
import { isComposing } from '../ui/is-composing.ts'
import { DayField } from './DayField.tsx'
import type { Filters } from './list-query.ts'
import { usePhone } from './useMediaQuery.ts'
import './filter-bar.css'

type FilterField<Name extends string> = { name: Name; label: string } & (
  | { control: 'choice'; options: { value: string; label: string }[]; loading?: boolean }
  | { control: 'day' }
  /** A search term; absent with a provider that has no search. */
  | { control: 'words'; placeholder: string }
  /** One person's items: set by a link alone, and shown only then. */
  | { control: 'member' }
)

interface FilterBarProps<F extends Filters> {
  /** The applied filters; what is typed but not applied stays in the bar. */
  values: F
  fields: FilterField<keyof F & string>[]
  onSearch: (values: F) => void
  /** Returns what it applies. */
  onReset: () => F
}

function Bar<F extends Filters>({ values, fields, onSearch, onReset }: FilterBarProps<F>) {
  const { t } = useTranslation()
  const id = useId()
  const applied = JSON.stringify(values)
  const [typed, setTyped] = useState(values)
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  const last = useRef(values)
  const applying = useRef<string[]>([])
  useEffect(() => {
    const now = JSON.parse(applied) as F
    const changed = Object.entries(now).filter(([name, value]) => last.current[name] !== value)
    last.current = now
    // Only what changed elsewhere: what is typed before a search is applied stays.
    const own = applying.current.lastIndexOf(applied)
    applying.current = own < 0 ? [] : applying.current.slice(own + 1)
    if (own < 0) setTyped((typed) => ({ ...typed, ...Object.fromEntries(changed) }))
  }, [applied])

  const show = (wanted: F) => {
    setTyped(wanted)
    if (JSON.stringify(wanted) !== applied) applying.current.push(JSON.stringify(wanted))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const trimmed = Object.entries(typed).map(([name, value]) => [name, value.trim()])
    const wanted = Object.fromEntries(trimmed) as F
    show(wanted)
    setOpen(false)
    onSearch(wanted)
  }
  const searchOnEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
  }

  const shown = fields.filter(({ control, name }) => {
    if (control === 'member') return values[name] !== ''
    return control !== 'words' || config().ours
  })
  const chosen = shown.filter(({ name }) => values[name]).length
  return (
    <search aria-label={t('common.filters')}>
      {phone && (
        <button
          type="button"
          className="sr-filters-button"
          aria-expanded={open}
          aria-controls={`${id}-form`}
          onClick={() => setOpen(!open)}
        >
          <FilterOutlined aria-hidden /> {t('common.filters')}
          {chosen > 0 && <span className="sr-tab-count">{chosen}</span>}
        </button>
      )}
      <form
        id={`${id}-form`}
        className="sr-filters"
        hidden={phone && !open}
        onSubmit={submit}
        onKeyDown={searchOnEnter}
      >
        {shown.map((field) => (
          <div className={`sr-filter sr-filter-${field.control}`} key={field.name}>
            <label htmlFor={`${id}-${field.name}`}>{field.label}</label>
            <Field
              id={`${id}-${field.name}`}
              field={field}
              value={typed[field.name] ?? ''}
              onRemove={() => {
                const wanted = { ...values, [field.name]: '' }
                show({ ...typed, [field.name]: '' })
                onSearch(wanted)
              }}
              onChange={(value) => setTyped((now) => ({ ...now, [field.name]: value }))}
            />
          </div>
        ))}
        <div className="sr-filter-buttons">
          <Button onClick={() => show(onReset())}>{t('common.reset')}</Button>
          <Button type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
            {t('common.search')}
          </Button>
        </div>
      </form>
    </search>
  )
}

/** Expensive to render: only when it shows something else. */
export const FilterBar = memo(Bar, (before, now) => {
  const shown = ({ values, fields }: typeof now) => JSON.stringify([values, fields])
  return (
    shown(before) === shown(now) &&
    before.onSearch === now.onSearch &&
    before.onReset === now.onReset
  )
}) as typeof Bar

interface FieldProps {
  id: string
  field: FilterField<string>
  value: string
  onChange: (value: string) => void
  /** Applies the filters without this one. */
  onRemove: () => void
}

function Field({ id, field, value, onChange, onRemove }: FieldProps) {
  const { t } = useTranslation()
  if (field.control === 'member')
    return (
      <button
        type="button"
        id={id}
        className="sr-filter-chip"
        aria-label={t('search.memberOff', { id: value })}
        title={t('search.memberOff', { id: value })}
        onClick={onRemove}
      >
        #{value} <CloseCircleFilled aria-hidden />
      </button>
    )
  if (field.control === 'choice')
    return (
      <Select
        id={id}
        value={value}
        onChange={onChange}
        options={field.options}
        loading={field.loading ?? false}
        style={{ width: '100%' }}
      />
    )
  if (field.control === 'words')
    return (
      <Input
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={field.placeholder}
        maxLength={longestSearch}
        enterKeyHint="search"
        allowClear={{ clearIcon: <CloseCircleFilled aria-label={t('search.clear')} /> }}
      />
    )
  return <DayField id={id} value={value} onChange={onChange} />
}
