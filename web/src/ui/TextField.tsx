import { Input } from 'antd'
import { type ComponentProps, useId } from 'react'
import './ui.css'

interface TextFieldProps extends Omit<ComponentProps<typeof Input>, 'onChange' | 'status'> {
  label: string
  /** Below the field, until something is wrong. */
  hint?: string | undefined
  wrong?: string | undefined
  onChange: (value: string) => void
}

/** A text field with its label, and below it a hint or what is wrong. */
export function TextField({ label, hint, wrong, onChange, ...field }: TextFieldProps) {
  const id = useId()
  const Kind = field.type === 'password' ? Input.Password : Input
  return (
    <div className="sr-field">
      <label htmlFor={id}>{label}</label>
      <Kind
        {...field}
        id={id}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-below`}
        {...(wrong ? { status: 'error' } : {})}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-below`} aria-live="polite" className={wrong ? 'sr-error' : 'sr-muted'}>
        {wrong ?? hint}
      </p>
    </div>
  )
}
