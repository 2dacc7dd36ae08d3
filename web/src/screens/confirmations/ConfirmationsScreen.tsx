import type { Confirmation } from '@screening-room/contract/confirmation-alerts'
import { confirmationCalls } from '@screening-room/contract/confirmations'
import { longestAskReason } from '@screening-room/contract/four-eyes'
import { isBlank } from '@screening-room/contract/review'
import { App, Button, Modal } from 'antd'
import { useState } from 'react'
import { send } from '../../api/client.ts'
import { asFailure } from '../../api/failure.ts'
import { reloadCalls, useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { shownTime } from '../../shared/dates.ts'
import { Failure } from '../../shared/Failure.tsx'
import { MadeLink, type ShownLink } from '../../shared/MadeLink.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useConfirm } from '../../shared/useConfirm.ts'
import { useConfirmed } from '../../shared/useConfirmed.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Text } from '../../ui/Text.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useWhat } from './useWhat.ts'
import './confirmations.css'

/** What waits for a second person: to confirm it, to refuse it, or to withdraw what one asked for. */
export default function ConfirmationsScreen() {
  const { t } = useTranslation()
  const reading = useCall(confirmationCalls.list, {}, { every: 15_000 })
  const waiting = reading.data?.data
  const [link, setLink] = useState<ShownLink>()
  return (
    <>
      <p className="sr-muted">{t('confirmations.intro')}</p>
      {reading.isError && (
        <Failure text={t('confirmations.failed')} failure={reading.error} retry={reading.refetch} />
      )}
      {link && <MadeLink key={link.expiresAt} link={link} onClose={() => setLink(undefined)} />}
      {reading.isPending && <Skeleton rows={6} />}
      {waiting?.length === 0 && <EmptyState>{t('confirmations.none')}</EmptyState>}
      <ul className="sr-confirmations">
        {waiting?.map((one) => (
          <Entry key={one.id} asked={one} onLink={setLink} />
        ))}
      </ul>
    </>
  )
}

interface EntryProps {
  asked: Confirmation
  onLink: (link: ShownLink) => void
}

function Entry({ asked, onLink }: EntryProps) {
  const { t } = useTranslation()
  const mine = useSession().userInfo?.id === asked.askedBy.id
  const { title, details, address } = useWhat(asked)
  const [refusing, setRefusing] = useState(false)
  const { confirm, dialog } = useSecond(asked, title, onLink)
  return (
    <li aria-label={title}>
      <h2>{address ? <a href={address}>{title}</a> : title}</h2>
      {details && <p>{details}</p>}
      <p>
        <q className="sr-quote">
          <Text>{asked.reason}</Text>
        </q>
      </p>
      <p className="sr-muted">
        {t('confirmations.by', { who: asked.askedBy.nickName, when: shownTime(asked.askedAt) })}
        {' · '}
        {t('confirmations.until', { when: shownTime(asked.expiresAt) })}
      </p>
      {mine && <p className="sr-muted">{t('confirmations.yours')}</p>}
      <div className="sr-confirmations-buttons">
        {!mine && (
          <Button
            type="primary"
            aria-label={`${t('confirmations.confirm')}: ${title}`}
            onClick={confirm}
          >
            {t('confirmations.confirm')}
          </Button>
        )}
        <Button
          danger={!mine}
          aria-label={`${t(mine ? 'confirmations.withdraw' : 'confirmations.refuse')}: ${title}`}
          onClick={() => setRefusing(true)}
        >
          {t(mine ? 'confirmations.withdraw' : 'confirmations.refuse')}
        </Button>
      </div>
      {refusing && <Refuse id={asked.id} mine={mine} onClose={() => setRefusing(false)} />}
      {dialog}
    </li>
  )
}

/** A change of roles asks for the password, as it does where somebody makes it alone. */
function useSecond({ id }: Confirmation, title: string, onLink: EntryProps['onLink']) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const ask = useConfirm()
  const { run, dialog } = useConfirmed()
  const act = async () => {
    try {
      const done = await run(() => send(confirmationCalls.confirm, { id }))
      if (!done) return undefined
      message.success(t('confirmations.confirmed'))
      const { link } = done.data
      if (link) onLink({ name: t('confirmations.linkOf'), ...link })
    } catch (thrown) {
      const { kind, serverMessage } = asFailure(thrown)
      if (kind !== 'forbidden' && kind !== 'signedOut')
        message.error(serverMessage ?? t('confirmations.confirmFailed'))
    }
    void reloadCalls(confirmationCalls.list, confirmationCalls.alerts)
    return undefined
  }
  const confirm = () =>
    void ask({
      title: t('confirmations.confirmTitle'),
      content: (
        <>
          <p>
            <strong>{title}</strong>
          </p>
          <p>{t('confirmations.confirmText')}</p>
        </>
      ),
      okText: t('confirmations.confirm'),
      // The question closes first: the password may be asked for.
      act: async () => void act(),
    })
  return { confirm, dialog }
}

interface RefuseProps {
  id: number
  mine: boolean
  onClose: () => void
}

function Refuse({ id, mine, onClose }: RefuseProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const refuse = useAction(confirmationCalls.refuse, {
    done: mine ? 'confirmations.withdrawn' : 'confirmations.refused',
    failed: { plain: 'confirmations.refuseFailed' },
    reload: [confirmationCalls.list, confirmationCalls.alerts],
  })
  const submit = async () => {
    setTried(true)
    if (!mine && isBlank(reason)) return
    if (!(await refuse.run({ id, reason }))) onClose()
  }
  return (
    <Modal
      open
      title={t(mine ? 'confirmations.withdrawTitle' : 'confirmations.refuseTitle')}
      okText={t(mine ? 'confirmations.withdraw' : 'confirmations.refuse')}
      okButtonProps={{ danger: true }}
      cancelText={t('common.cancel')}
      confirmLoading={refuse.running}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {!mine && (
        <TextField
          autoFocus
          label={t('confirmations.reason')}
          wrong={tried && isBlank(reason) ? t('people.required') : undefined}
          value={reason}
          maxLength={longestAskReason}
          autoComplete="off"
          onChange={setReason}
          onPressEnter={() => void submit()}
        />
      )}
    </Modal>
  )
}
