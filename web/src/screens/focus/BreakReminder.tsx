import { Button } from 'antd'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from '../../texts/i18n.ts'

const minute = 60_000
const remindAfter = 50 * minute
const snoozeFor = 10 * minute
const tickEvery = 10_000
/** Inactivity up to this long counts as work. */
const shortPause = 2 * minute
/** Inactivity longer than this is a break. */
const breakLength = 5 * minute

/** Time at work since the last break, and whether to remind of the next one. */
function useWorkTime(lastActive: RefObject<number>) {
  const [worked, setWorked] = useState(0)
  const [due, setDue] = useState(remindAfter)
  useEffect(() => {
    let ticked = Date.now()
    const timer = setInterval(() => {
      const now = Date.now()
      const idle = now - lastActive.current
      if (idle > breakLength) setWorked(0)
      else if (idle < shortPause) {
        const passed = now - ticked
        setWorked((before) => before + passed)
      }
      if (idle > breakLength) setDue(remindAfter)
      ticked = now
    }, tickEvery)
    return () => clearInterval(timer)
  }, [lastActive])
  return { worked, isDue: worked >= due, snooze: (by: number) => setDue(worked + by) }
}

/** A reminder that never blocks: the keys keep working, and it can be closed. */
export function BreakReminder({ lastActive }: { lastActive: RefObject<number> }) {
  const { t } = useTranslation()
  const { worked, isDue, snooze } = useWorkTime(lastActive)
  return (
    <div role="status">
      {isDue && (
        <div className="sr-focus-break">
          <strong>{t('focus.breakTitle')}</strong>
          <p>{t('focus.breakText', { minutes: Math.floor(worked / minute) })}</p>
          <Button size="small" onClick={() => snooze(snoozeFor)}>
            {t('focus.breakLater')}
          </Button>{' '}
          <Button size="small" onClick={() => snooze(remindAfter)}>
            {t('focus.breakDone')}
          </Button>
        </div>
      )}
    </div>
  )
}
