import type { OutputOf } from '@screening-room/contract/call'
import { factorCalls, type Passkey } from '@screening-room/contract/factors'
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { App, Button } from 'antd'
import { useState } from 'react'
import { send } from '../../api/client.ts'
import { asFailure } from '../../api/failure.ts'
import { reloadCalls } from '../../api/queries.ts'
import { Age } from '../../shared/Age.tsx'
import { shownTime } from '../../shared/dates.ts'
import { useConfirm } from '../../shared/useConfirm.ts'
import { useConfirmed } from '../../shared/useConfirmed.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { deviceOf } from './device.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TotpSetup } from './TotpSetup.tsx'

type FactorState = OutputOf<typeof factorCalls.get>['data']

interface FactorsProps {
  factors: FactorState
  /** Called when the recovery codes of a first factor are put away. */
  onEnrolled?: () => void
}

/** The second factors of one's own account. Secrets and codes are in this component's state and nowhere else. */
export function Factors({ factors, onEnrolled }: FactorsProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const confirmed = useConfirmed()
  const [setup, setSetup] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<string[]>()
  const [running, setRunning] = useState(false)
  const { totpSince, passkeys } = factors
  const hasFactor = totpSince !== null || passkeys.length > 0

  const act = async <T,>(work: () => Promise<T>, failed = t('factors.failed')) => {
    setRunning(true)
    try {
      return await confirmed.run(work)
    } catch (thrown) {
      message.error(asFailure(thrown).serverMessage ?? failed)
      return undefined
    } finally {
      setRunning(false)
      void reloadCalls(factorCalls.get)
    }
  }
  const added = (recoveryCodes: string[] | null) => {
    setSetup(undefined)
    message.success(t('factors.added'))
    if (recoveryCodes) setCodes(recoveryCodes)
  }
  const startTotp = async () => {
    const answer = await act(() => send(factorCalls.startTotp, {}))
    if (answer) setSetup(answer.data)
  }
  const addPasskey = async () => {
    const answer = await act(() => send(factorCalls.startPasskey, {}))
    if (!answer) return
    const optionsJSON = answer.data.options as unknown as PublicKeyCredentialCreationOptionsJSON
    const name = deviceOf(navigator.userAgent) || t('factors.passkey')
    const done = await act(async () => {
      const credential = JSON.stringify(await startRegistration({ optionsJSON }))
      return send(factorCalls.addPasskey, { credential, name })
    }, t('factors.passkeyFailed'))
    if (done) added(done.data.recoveryCodes)
  }
  const remove = (title: string, work: () => Promise<unknown>) =>
    confirm({
      title,
      content: t('factors.removeText'),
      okText: t('factors.remove'),
      okButtonProps: { danger: true },
      act: async () => {
        // Not awaited: the password may be asked for, in a dialog of its own.
        void act(work).then((done) => done && message.success(t('factors.removed')))
        return undefined
      },
    })
  const renewCodes = async () => {
    const answer = await act(() => send(factorCalls.newRecoveryCodes, {}))
    if (answer) setCodes(answer.data.recoveryCodes)
  }

  return (
    <section className="sr-panel sr-factors" aria-labelledby="account-factors">
      <h2 id="account-factors">{t('factors.title')}</h2>
      <p className="sr-muted">{t(hasFactor ? 'factors.on' : 'factors.off')}</p>
      {codes && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(undefined)
            onEnrolled?.()
          }}
        />
      )}
      {setup && <TotpSetup {...setup} onAdded={added} onClose={() => setSetup(undefined)} />}
      {!setup && !codes && (
        <ul>
          <li>
            <strong>{t('factors.totp')}</strong>
            <span className="sr-muted">
              {totpSince === null
                ? t('factors.totpHint')
                : t('factors.since', { time: shownTime(totpSince) })}
            </span>
            <span className="sr-factor-buttons">
              <RowButton
                label={t(totpSince ? 'factors.replaceTotp' : 'factors.addTotp')}
                disabled={running}
                onClick={() => void startTotp()}
              >
                {t(totpSince ? 'factors.replace' : 'factors.add')}
              </RowButton>
              {totpSince && (
                <RowButton
                  danger
                  label={t('factors.removeTotp')}
                  disabled={running}
                  onClick={() =>
                    remove(t('factors.removeTotpTitle'), () => send(factorCalls.removeTotp, {}))
                  }
                >
                  {t('factors.remove')}
                </RowButton>
              )}
            </span>
          </li>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              disabled={running}
              onRemove={() =>
                remove(t('factors.removePasskeyTitle', { name: passkey.name }), () =>
                  send(factorCalls.removePasskey, { id: passkey.id }),
                )
              }
            />
          ))}
          <li>
            <strong>{t('factors.newPasskey')}</strong>
            <span className="sr-muted">
              {t(factors.passkeysPossible ? 'factors.passkeyHint' : 'factors.passkeysImpossible')}
            </span>
            <RowButton
              label={t('factors.addPasskey')}
              disabled={running || !factors.passkeysPossible || !browserSupportsWebAuthn()}
              onClick={() => void addPasskey()}
            >
              {t('factors.add')}
            </RowButton>
          </li>
        </ul>
      )}
      {hasFactor && !codes && !setup && (
        <p className="sr-factor-codes">
          <span className={factors.recoveryCodes < 3 ? 'sr-error' : 'sr-muted'}>
            {t('factors.codesLeft', { count: factors.recoveryCodes })}
          </span>
          <Button size="small" disabled={running} onClick={() => void renewCodes()}>
            {t('factors.renewCodes')}
          </Button>
        </p>
      )}
      {confirmed.dialog}
    </section>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  disabled: boolean
  onRemove: () => void
}

function PasskeyRow({ passkey, disabled, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation()
  return (
    <li>
      <strong>
        {t('factors.passkey')}: {passkey.name}
      </strong>
      <span className="sr-muted">
        {t('factors.since', { time: shownTime(passkey.addedAt) })}
        {passkey.usedAt && (
          <>
            {' '}
            · {t('people.account.lastUsed')} <Age time={passkey.usedAt} />
          </>
        )}
      </span>
      <RowButton
        danger
        label={t('factors.removePasskey', { name: passkey.name })}
        disabled={disabled}
        onClick={onRemove}
      >
        {t('factors.remove')}
      </RowButton>
    </li>
  )
}
