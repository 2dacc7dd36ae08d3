import { confirmationList } from '@screening-room/contract/confirmation-alerts'
import { confirmersAny } from '@screening-room/contract/four-eyes'
import { config } from '../api/config.ts'
import { isSaidToMay } from '../api/permissions.ts'
import { useCall } from '../api/queries.ts'
import { useTranslation } from '../texts/i18n.ts'
import { Text } from '../ui/Text.tsx'
import { shownTime } from './dates.ts'
import './shared.css'

/** At an item: what somebody asked a second person for. */
export function SecondPersonNote({ queue, id }: { queue: string; id: number }) {
  const { t } = useTranslation()
  const enabled = config().ours && isSaidToMay(confirmersAny)
  const reading = useCall(confirmationList, {}, { enabled, fresh: 15_000 })
  const asked = reading.data?.data.filter((one) => one.queue === queue && one.subject === id) ?? []
  return asked.map((one) => (
    <p key={one.id} className="sr-asked-note" role="note">
      {t('secondPerson.note', { who: one.askedBy.nickName, when: shownTime(one.askedAt) })}{' '}
      <q>
        <Text>{one.reason}</Text>
      </q>{' '}
      <a href="#/dashboard/confirmations">{t('secondPerson.look')}</a>
    </p>
  ))
}
