import { useState } from 'react'
import { config } from '../api/config.ts'
import { preferences } from '../api/preferences.ts'
import { useSession } from '../api/session.ts'
import { useTranslation } from '../texts/i18n.ts'

const steps = ['focus', 'keys', 'palette'] as const

/** The first steps of a new colleague, once. In the menu, where it covers nothing. */
export function Coach() {
  const { t } = useTranslation()
  const leads = { focus: t('screens.focus'), keys: t('coach.keys'), palette: 'Ctrl/⌘ K' }
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
        <strong>{leads[step]}</strong> {t(`coach.${step}Text`)}
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
          {t(isLast ? 'common.close' : 'coach.next')}
        </button>
      </div>
    </section>
  )
}
