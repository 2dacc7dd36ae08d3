import { type Certification, certificationCalls } from '@screening-room/contract/certifications'
import { historyCalls } from '@screening-room/contract/history'
import { maskPhone } from '@screening-room/contract/phones'
import { App } from 'antd'
import { useRef, useState } from 'react'
import { newKey, send } from '../api/client.ts'
import { config } from '../api/config.ts'
import { asFailure } from '../api/failure.ts'
import { may } from '../api/permissions.ts'
import { reloadCalls } from '../api/queries.ts'
import { useTranslation } from '../texts/i18n.ts'
import { Text } from '../ui/Text.tsx'
import './about.css'

interface PhoneProps {
  of: Pick<Certification, 'id' | 'phone' | 'phoneMasked'>
  /** The search term, highlighted. */
  found?: string
  /** Of a row that has it whole, shown before the item itself is there. */
  masked?: boolean
}

/** A submitter's phone. Where it is masked, a click shows it, which is recorded. */
export function Phone({ of, found = '', masked = false }: PhoneProps) {
  const { id } = of
  const mask = masked && config().ours && !!of.phone && !of.phoneMasked
  const phone = mask ? maskPhone(of.phone ?? '') : of.phone
  const isMasked = mask || of.phoneMasked
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [revealed, setRevealed] = useState<string>()
  // However often it is clicked: one event.
  const key = useRef(newKey())
  if (!isMasked || revealed !== undefined || !may('certification:phone'))
    return <Text found={found}>{revealed ?? phone}</Text>
  const reveal = async () => {
    try {
      const { data } = await send(certificationCalls.phone, { authId: id }, { key: key.current })
      setRevealed(data.phone)
      void reloadCalls(historyCalls.list)
    } catch (thrown) {
      const { kind, serverMessage } = asFailure(thrown)
      if (kind !== 'signedOut') message.error(serverMessage ?? t('certifications.phoneFailed'))
    }
  }
  return (
    <button
      type="button"
      className="sr-phone"
      title={t('certifications.showPhone')}
      aria-label={`${phone} · ${t('certifications.showPhone')}`}
      onClick={(event) => {
        // On a phone a click on the row opens it.
        event.stopPropagation()
        void reveal()
      }}
    >
      {phone}
    </button>
  )
}
