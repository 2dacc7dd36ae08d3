import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../api/config.ts'
import { preferences } from '../api/preferences.ts'
import { useSession } from '../api/session.ts'

const steps = ['focus', 'keys', 'palette'] as const

/** The first steps of a new colleague, once. In the menu, where it covers nothing. */
export function Coach() {
  const { t } = useTranslation()
  const userId = useSession().userInfo?.id ?? 0
  const [done, setDone] = useState(() => preferences.coached(userId))
  const [at, setAt] = useState(0)
  const shown = steps.filter((step) => step !== 'focus' || config().ours)
  const step = shown[at]
  if (done || !step) return null
  const end = () => {
    preferences.setCoached(userId)
    setDone(true)
  }
  const isLast = at === shown.length - 1
  return (
    <section className="sr-coach" aria-label={t('coach.label')}>
      <p>
        <strong>{t(`coach.${step}`)}</strong> {t(`coach.${step}Text`)}
      </p>
      <div>
        <span>
          {at + 1} / {shown.length}
        </span>
        {!isLast && (
          <button type="button" onClick={end}>
            {t('coach.skip')}
          </button>
        )}
        <button type="button" onClick={() => (isLast ? end() : setAt(at + 1))}>
          {t(isLast ? 'coach.done' : 'coach.next')}
        </button>
      </div>
    </section>
  )
}
