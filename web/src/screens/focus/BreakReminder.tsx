import { Button } from 'antd'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

const minute = 60_000
const workFor = 50 * minute
const snoozeFor = 10 * minute
const tickEvery = 10_000
/** Pauses up to here are part of the work; from there on they are a break. */
const pause = 2 * minute
const rest = 5 * minute

/** Minutes at work since the last real pause, and whether to say so. */
function useWorkedFor(lastActive: RefObject<number>) {
  const [worked, setWorked] = useState(0)
  const [due, setDue] = useState(workFor)
  useEffect(() => {
    let ticked = Date.now()
    const timer = setInterval(() => {
      const now = Date.now()
      const idle = now - lastActive.current
      if (idle > rest) setWorked(0)
      else if (idle < pause) {
        const passed = now - ticked
        setWorked((before) => before + passed)
      }
      if (idle > rest) setDue(workFor)
      ticked = now
    }, tickEvery)
    return () => clearInterval(timer)
  }, [lastActive])
  return { worked, isDue: worked >= due, later: (by: number) => setDue(worked + by) }
}

/** A reminder that never stands in the way: the keys go on working, and it can be sent off. */
export function BreakCard({ lastActive }: { lastActive: RefObject<number> }) {
  const { t } = useTranslation()
  const { worked, isDue, later } = useWorkedFor(lastActive)
  return (
    <div role="status">
      {isDue && (
        <div className="sr-focus-break">
          <strong>{t('focus.breakTitle')}</strong>
          <p>{t('focus.breakText', { minutes: Math.floor(worked / minute) })}</p>
          <Button size="small" onClick={() => later(snoozeFor)}>
            {t('focus.breakLater')}
          </Button>{' '}
          <Button size="small" onClick={() => later(workFor)}>
            {t('focus.breakDone')}
          </Button>
        </div>
      )}
    </div>
  )
}
