import { PlusOutlined } from '@ant-design/icons'
import { endpointCalls, eventKinds } from '@screening-room/contract/endpoints'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { Age } from '../../shared/Age.tsx'
import { Failure } from '../../shared/Failure.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { EndpointEntry } from './EndpointEntry.tsx'
import { EntryForm } from './EntryForm.tsx'
import { givenIn, useEndpointFields } from './endpoint-fields.ts'
import { useShownOnce } from './useShownOnce.tsx'

const { list, alerts } = endpointCalls
/** What waits for a receiver changes by itself. */
const rereadMs = 10_000

export function EndpointsTab() {
  const { t } = useTranslation()
  const reading = useCall(list, {}, { every: rereadMs })
  const endpoints = reading.data?.data
  const builtIn = reading.data?.builtIn
  const [open, setOpen] = useState<number | 'new'>()
  const form = useEndpointFields()
  const show = useShownOnce()
  const shown = (secret: string | null) => show(t('platform.once.secret'), secret)
  const add = useAction(endpointCalls.add, {
    done: 'platform.endpoints.added',
    onAnswer: ({ data }) => shown(data.secret),
    failed: { plain: 'platform.endpoints.addFailed' },
    reload: [list, alerts],
  })
  const button = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      aria-expanded={open === 'new'}
      onClick={() => setOpen(open === 'new' ? undefined : 'new')}
    >
      {t('platform.endpoints.add')}
    </Button>
  )
  const isEmpty = endpoints?.length === 0 && !builtIn
  return (
    <>
      <header className="sr-platform-head">
        <p>{t('platform.endpoints.intro')}</p>
        {endpoints && !isEmpty && button}
      </header>
      {open === 'new' && (
        <EntryForm
          {...form}
          label={t('platform.endpoints.add')}
          start={{ texts: {}, chosen: [...eventKinds] }}
          running={add.running}
          onSave={async (entry) => {
            if (!(await add.run(givenIn(entry)))) setOpen(undefined)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {reading.isError && (
        <Failure
          text={t('platform.endpoints.failed')}
          failure={reading.error}
          retry={reading.refetch}
        />
      )}
      {reading.isPending && <Skeleton rows={5} />}
      {isEmpty && open !== 'new' && (
        <EmptyState action={button}>{t('platform.endpoints.none')}</EmptyState>
      )}
      {endpoints && !isEmpty && (
        <ul className="sr-platform-list">
          {builtIn && <BuiltIn {...builtIn} />}
          {endpoints.map((endpoint) => (
            <EndpointEntry
              key={endpoint.id}
              endpoint={endpoint}
              editing={open === endpoint.id}
              onEdit={(editing) => setOpen(editing ? endpoint.id : undefined)}
              onSecret={shown}
            />
          ))}
        </ul>
      )}
    </>
  )
}

interface BuiltInProps {
  origin: string
  since: string
  waiting: number
  dead: number
}

function BuiltIn({ origin, since, waiting, dead }: BuiltInProps) {
  const { t } = useTranslation()
  return (
    <li className="sr-platform-entry">
      <div>
        <strong>{t('platform.endpoints.builtIn')}</strong>
        <code>{origin}</code>
      </div>
      <div>
        <p>{t('platform.endpoints.allKinds')}</p>
        <p className="sr-muted">{t('platform.endpoints.builtInHint')}</p>
      </div>
      <div>
        <p>
          {t('platform.keys.created')} <Age time={since} />
        </p>
        <p className="sr-muted">
          {[
            waiting > 0 && t('platform.endpoints.waiting', { count: waiting }),
            dead > 0 && t('platform.endpoints.dead', { count: dead }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="sr-platform-state">
        <StatusBadge tone={dead > 0 ? 'bad' : 'good'}>
          {t(`platform.endpoints.state.${dead > 0 ? 'failing' : 'active'}`)}
        </StatusBadge>
      </div>
    </li>
  )
}
