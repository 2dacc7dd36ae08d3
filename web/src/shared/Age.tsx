import { useSyncExternalStore } from 'react'
import { config } from '../api/config.ts'
import { useAppearance } from './appearance.ts'
import { ageText, shownTime } from './dates.ts'

const minute = 60_000
let now = Date.now()

/** One timer for every age on the screen. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function follow(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const one of listeners) one()
  }, minute)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function currentTime() {
  // Between two ticks nobody may be listening, and the time may be old.
  if (!timer) now = Date.now()
  return now
}

/** Changes every minute. */
export const useNow = () => useSyncExternalStore(follow, currentTime)

/** How long ago; the exact time on hover and for screen readers. */
export function Age({ time }: { time: string | null | undefined }) {
  const { language } = useAppearance()
  const at = useNow()
  const exact = shownTime(time)
  if (!exact) return <span className="sr-muted">–</span>
  const age = ageText(exact, at, config().platformTz, language)
  if (age === exact) return <time dateTime={time ?? ''}>{exact}</time>
  return (
    <time dateTime={time ?? ''} title={exact}>
      <span aria-hidden="true">{age}</span>
      <span className="sr-hidden">{exact}</span>
    </time>
  )
}
