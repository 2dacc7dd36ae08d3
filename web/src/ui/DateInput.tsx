import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import 'dayjs/locale/zh-cn'

dayjs.extend(customParseFormat)

const format = 'YYYY-MM-DD'

/** Days of the next month can be chosen, so they must be readable. */
const readable = { '--ant-color-text-disabled': 'var(--sr-text-tertiary)' } as CSSProperties

export interface DateInputProps {
  id: string
  value: string
  onChange: (day: string) => void
  placeholder: string
  /** `zh-CN` or `en`, for the calendar. */
  language: string
  /** The field that it replaces had the focus. */
  autoFocus: boolean
  /** It was clicked: what a click opens must not wait for a second one. */
  autoOpen: boolean
}

function setCalendarLanguage(language: string): string {
  dayjs.locale(language === 'zh-CN' ? 'zh-cn' : 'en')
  return language
}

/** A calendar day as a string. dayjs only renders the calendar; no time zone affects the value. */
export default function DateInput(props: DateInputProps) {
  const { id, value, onChange, placeholder, language, autoFocus, autoOpen } = props
  const [locale, setLocale] = useState(() => setCalendarLanguage(language))
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    setLocale(setCalendarLanguage(language))
  }, [language])
  const frame = useRef<HTMLDivElement>(null)

  // antd accepts a typed day on Enter only; leaving the field and searching must count too.
  const takeTyped = () => {
    const typed = frame.current?.querySelector('input')?.value.trim() ?? ''
    if (typed === '' ? value !== '' : typed !== value && dayjs(typed, format, true).isValid())
      onChange(typed)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the field inside
    <div ref={frame} onBlur={takeTyped} onInput={takeTyped}>
      <DatePicker
        key={locale}
        id={id}
        value={value ? dayjs(value, format, true) : null}
        onChange={(day) => onChange(day ? day.format(format) : '')}
        format={format}
        placeholder={placeholder}
        autoFocus={autoFocus}
        defaultOpen={autoOpen && !shown.current}
        style={{ width: '100%' }}
        styles={{ popup: { root: readable } }}
      />
    </div>
  )
}
