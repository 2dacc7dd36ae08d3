import { useIsFetching } from '@tanstack/react-query'
import { Input } from 'antd'
import { type KeyboardEvent, Suspense, useEffect, useState } from 'react'
import { partOf } from '../api/parts.ts'
import { isComposing } from '../ui/is-composing.ts'
import { useAppearance } from './appearance.ts'
import { isRealDay } from './dates.ts'
import { lazyPart } from './lazyPart.tsx'
import { MissingHere } from './MissingHere.tsx'

const loadDateInput = partOf(() => import('../ui/DateInput.tsx'))
const DateInput = lazyPart(loadDateInput, MissingHere)

interface DayFieldProps {
  id: string
  value: string
  onChange: (day: string) => void
}

/**
 * The calendar is heavy: it comes when the list is there, or as soon as somebody reaches for it. Until
 * then a plain field takes what is typed, and keeps it: the calendar does not replace a field in use.
 */
export function DayField({ id, value, onChange }: DayFieldProps) {
  const { language } = useAppearance()
  const [wanted, setWanted] = useState(false)
  const [ready, setReady] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [focused, setFocused] = useState(false)
  const [clicked, setClicked] = useState(false)
  useEffect(() => {
    if (!wanted) return
    // A failure is shown by the part itself, which offers to try again.
    const go = () => setReady(true)
    loadDateInput().then(go, go)
  }, [wanted])

  const take = (text: string) => {
    setTyped(text)
    if (text === '' || isRealDay(text)) onChange(text)
  }
  // As in the calendar, Enter accepts the day, and a second one searches.
  const acceptOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed === undefined || isComposing(event)) return
    event.preventDefault()
    setTyped(undefined)
  }
  if (ready && typed === undefined)
    return (
      <Suspense>
        <DateInput
          id={id}
          value={value}
          onChange={onChange}
          placeholder="YYYY-MM-DD"
          language={language}
          autoFocus={focused}
          autoOpen={clicked}
        />
      </Suspense>
    )
  return (
    <>
      {!wanted && <OnceRead tell={setWanted} />}
      <Input
        id={id}
        value={typed ?? value}
        placeholder="YYYY-MM-DD"
        onChange={(event) => take(event.target.value.trim())}
        onKeyDown={acceptOnEnter}
        onPointerEnter={() => setWanted(true)}
        onFocus={() => {
          setFocused(true)
          setWanted(true)
        }}
        // Not the click: the calendar may take this field's place before the button is up again.
        onPointerDown={() => setClicked(true)}
        onBlur={() => {
          setTyped(undefined)
          setFocused(false)
          setClicked(false)
        }}
      />
    </>
  )
}

/** Apart from the field, which every read would render again. */
function OnceRead({ tell }: { tell: (read: true) => void }) {
  const isLoading = useIsFetching() > 0
  useEffect(() => {
    if (isLoading) return
    const timer = setTimeout(() => tell(true), 300)
    return () => clearTimeout(timer)
  }, [isLoading, tell])
  return null
}
