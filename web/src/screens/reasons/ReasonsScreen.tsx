import { LockOutlined, PlusOutlined } from '@ant-design/icons'
import {
  type Reason,
  type ReasonQueue,
  reasonCalls,
  reasonQueues,
} from '@screening-room/contract/reasons'
import { Button } from 'antd'
import { useState } from 'react'
import { isSaidToMay } from '../../api/permissions.ts'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { Failure } from '../../shared/Failure.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Policies } from './Policies.tsx'
import { ReasonEntry } from './ReasonEntry.tsx'
import { type Draft, emptyDraft, ReasonForm } from './ReasonForm.tsx'
import { Strikes } from './Strikes.tsx'
import './reasons.css'

const { list, add: addCall, change: changeCall } = reasonCalls

/** The open form: for one reason, or for a new reason of a queue. */
type Open = { id: number } | { queue: ReasonQueue } | undefined

/** Active first, each by digit. */
const inOrder = (a: Reason, b: Reason) =>
  Number(b.active) - Number(a.active) || (a.digit ?? 10) - (b.digit ?? 10) || a.id - b.id

export default function ReasonsScreen() {
  const { t } = useTranslation()
  const { userInfo } = useSession()
  const mayChange = isSaidToMay('configuration', userInfo)
  const reading = useCall(list, {})
  const all = reading.data?.data
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

  const add = useAction(addCall, {
    done: 'reasons.added',
    failed: { plain: 'reasons.addFailed' },
    reload: [list],
  })
  const change = useAction(changeCall, {
    done: 'reasons.changed',
    failed: { plain: 'reasons.changeFailed' },
    reload: [list],
  })
  const save = async (failing: Promise<unknown>) => {
    if (!(await failing)) close()
  }
  const write = (reason: Reason, draft: Draft, active: boolean) =>
    change.run({ id: reason.id, ...draft, active: active ? 'true' : 'false' })

  return (
    <>
      <p className="sr-reasons-intro">
        {!mayChange && <LockOutlined aria-hidden />}
        {t(mayChange ? 'reasons.intro' : 'reasons.lookOnly')}
      </p>
      {reading.isError && (
        <Failure text={t('reasons.failed')} failure={reading.error} retry={reading.refetch} />
      )}
      {reading.isPending && <Skeleton rows={8} />}
      {all &&
        reasonQueues.map((queue) => {
          const own = all.filter((reason) => reason.queue === queue).sort(inOrder)
          const title = t(`reasons.queues.${queue}`)
          const adding = open && 'queue' in open && open.queue === queue
          return (
            <section key={queue} className="sr-reasons" aria-label={title}>
              <header>
                <h2>{title}</h2>
                {mayChange && (
                  <Button
                    size="small"
                    icon={<PlusOutlined aria-hidden />}
                    aria-label={t('reasons.addTo', { queue: title })}
                    aria-expanded={adding ?? false}
                    onClick={() => setOpen(adding ? undefined : { queue })}
                  >
                    {t('reasons.add')}
                  </Button>
                )}
              </header>
              {adding && (
                <ReasonForm
                  label={t('reasons.addTo', { queue: title })}
                  start={emptyDraft}
                  others={own}
                  running={add.running}
                  onSave={(draft) => save(add.run({ queue, ...draft }))}
                  onClose={close}
                />
              )}
              {own.length === 0 && <p className="sr-muted">{t('reasons.none')}</p>}
              <ul>
                {own.map((reason) => (
                  <ReasonEntry
                    key={reason.id}
                    reason={reason}
                    others={own.filter((one) => one !== reason)}
                    editing={
                      mayChange
                        ? open !== undefined && 'id' in open && open.id === reason.id
                        : undefined
                    }
                    running={change.running}
                    onEdit={() => setOpen({ id: reason.id })}
                    onSave={(draft) => save(write(reason, draft, reason.active))}
                    onUse={(active, draft) => void write(reason, draft, active)}
                    onClose={close}
                  />
                ))}
              </ul>
            </section>
          )
        })}
      {all && <Policies mayChange={mayChange} />}
      {all && <Strikes mayChange={mayChange} />}
    </>
  )
}
