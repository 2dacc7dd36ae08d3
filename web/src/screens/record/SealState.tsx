import { CopyOutlined } from '@ant-design/icons'
import { recordCalls, type Verification } from '@screening-room/contract/record'
import { Button, Input } from 'antd'
import { useCall } from '../../api/queries.ts'
import { Age } from '../../shared/Age.tsx'
import { shownTime } from '../../shared/dates.ts'
import { Failure } from '../../shared/Failure.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useCopy } from '../../shared/useCopy.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

const idleMs = 15_000
const runningMs = 1000

/** How far the record is sealed, what its last verification found, and a button for another one. */
export function SealState() {
  const { t } = useTranslation()
  const quick = useCall(recordCalls.head, {}, { every: idleMs })
  const running = quick.data?.data.running
  // Only while one is under way.
  useCall(recordCalls.head, {}, { enabled: !!running, every: runningMs, fresh: 0 })
  const verify = useAction(recordCalls.verify, {
    done: 'record.verifyStarted',
    failed: { plain: 'record.verifyFailed' },
    reload: [recordCalls.head, recordCalls.list, recordCalls.alerts],
  })
  const head = quick.data?.data
  if (!head)
    return quick.isError ? (
      <Failure text={t('record.headFailed')} failure={quick.error} retry={quick.refetch} />
    ) : (
      <section className="sr-seal" aria-busy="true" />
    )
  const { sealed, last, lastIntact } = head
  return (
    <section className="sr-seal" aria-label={t('record.seal')}>
      <div className="sr-seal-state">
        <strong>
          {sealed
            ? t('record.sealedUpTo', { position: sealed.position.toLocaleString('en') })
            : t('record.nothingSealed')}
        </strong>
        {last?.intact === false ? (
          <Broken found={last} />
        ) : (
          <span role="status">{last ? <Verified found={last} /> : t('record.neverVerified')}</span>
        )}
      </div>
      <div className="sr-seal-verify">
        {running ? (
          <Progress running={running} />
        ) : (
          <Button loading={verify.running} onClick={() => void verify.run({})}>
            {t('record.verify')}
          </Button>
        )}
      </div>
      {lastIntact?.root && (
        <Seal key={lastIntact.id} text={`${lastIntact.upTo}:${lastIntact.root}`} />
      )}
    </section>
  )
}

function useOrigin() {
  const { t } = useTranslation()
  return ({ origin, by }: Verification) => t(`record.origin.${origin}`, { by })
}

function Verified({ found }: { found: Verification }) {
  const { t } = useTranslation()
  const origin = useOrigin()
  return (
    <>
      <StatusBadge tone="good">
        {t('record.verified', {
          position: found.upTo.toLocaleString('en'),
          when: shownTime(found.finishedAt),
        })}
      </StatusBadge>{' '}
      <span className="sr-muted">
        <Age time={found.finishedAt} /> · {origin(found)}
      </span>
    </>
  )
}

function Broken({ found }: { found: Verification }) {
  const { t } = useTranslation()
  const origin = useOrigin()
  return (
    <div role="alert">
      <StatusBadge tone="bad">
        {t('record.broken', { event: String(found.event ?? ''), why: found.why })}
      </StatusBadge>
      <p className="sr-muted">
        {t('record.brokenWhen', { when: shownTime(found.finishedAt) })} {origin(found)}
      </p>
    </div>
  )
}

function Progress({ running }: { running: Verification }) {
  const { t } = useTranslation()
  const { position, upTo } = running
  const text = t('record.verifying', {
    position: position.toLocaleString('en'),
    upTo: upTo.toLocaleString('en'),
  })
  return (
    <>
      <progress max={Math.max(1, upTo)} value={position} aria-label={text} />
      <span className="sr-muted">{text}</span>
    </>
  )
}

function Seal({ text }: { text: string }) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy(text)
  return (
    <details className="sr-seal-keep">
      <summary>{t('record.seal')}</summary>
      <p className="sr-muted">{t('record.sealHint')}</p>
      <div className="sr-seal-copy">
        <Input
          readOnly
          aria-label={t('record.seal')}
          value={text}
          onFocus={({ target }) => target.select()}
        />
        <Button icon={<CopyOutlined aria-hidden />} onClick={copy}>
          {t(copied ? 'record.copied' : 'record.copy')}
        </Button>
      </div>
      <p className="sr-hidden" role="status">
        {copied ? t('record.copied') : ''}
      </p>
    </details>
  )
}
