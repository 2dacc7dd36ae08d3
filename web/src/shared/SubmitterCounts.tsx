import type { focusCalls } from '@screening-room/contract/focus'
import { useTranslation } from 'react-i18next'
import type { CallResult } from '../api/queries.ts'
import { Text } from '../ui/Text.tsx'
import { QuietFailure } from './Failure.tsx'
import './about.css'

const counts = ['approved', 'rejected', 'takenDown', 'pending', 'reports'] as const

/** Who handed an item in, and how it went with their others. */
export function SubmitterCounts({ about }: { about: CallResult<typeof focusCalls.about> }) {
  const { t } = useTranslation()
  const submitter = about.data?.data.submitter
  return (
    <section className="sr-submitter" aria-label={t('focus.submitter')}>
      <h3>
        {t('focus.submitter')}{' '}
        {submitter && <Text>{submitter.nickName ?? `#${submitter.id}`}</Text>}
      </h3>
      <QuietFailure text={t('focus.aboutFailed')} reading={about} />
      {about.data && !submitter && <p className="sr-muted">{t('focus.submitterUnknown')}</p>}
      {(submitter || about.isPending) && (
        <ul>
          {counts.map((name) => (
            <li key={name} data-some={submitter ? submitter[name] > 0 : false}>
              <strong>{submitter ? submitter[name] : '–'}</strong> {t(`focus.${name}Count`)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
