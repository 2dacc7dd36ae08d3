import { accountCalls } from '@screening-room/contract/account'
import { factorCalls } from '@screening-room/contract/factors'
import type { UserInfo } from '@screening-room/contract/session'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { setSession, useSession } from '../../api/session.ts'
import { signOut } from '../../api/sign-in.ts'
import { shownTime } from '../../shared/dates.ts'
import { Failure } from '../../shared/Failure.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useRoleLabel } from '../../shared/useRoleLabel.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Avatar } from './Avatar.tsx'
import { Factors } from './Factors.tsx'
import { News } from './News.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Sessions } from './Sessions.tsx'
import { Settings } from './Settings.tsx'
import './account.css'

export default function AccountScreen() {
  const { userInfo } = useSession()
  return userInfo?.mustEnrol ? <Enrolment /> : <Account />
}

function Account() {
  const { t } = useTranslation()
  const reading = useCall(accountCalls.get, {}, { every: 30_000 })
  const factorReading = useCall(factorCalls.get, {}, { every: 30_000 })
  const account = reading.data?.data
  const factors = factorReading.data?.data
  const failed = [reading, factorReading].find(({ isError }) => isError)
  return (
    <>
      {failed && (
        <Failure text={t('people.failed')} failure={failed.error} retry={failed.refetch} />
      )}
      {/* Until both are here: what came later would push the rest down. */}
      {(reading.isPending || factorReading.isPending) && <Skeleton rows={8} />}
      <p className="sr-account-work">
        <a href="#/dashboard/overview">{t('overview.mine.link')}</a>
      </p>
      {account && !factorReading.isPending && (
        <div className="sr-account">
          <Profile nickName={account.nickName} createdAt={account.createdAt} />
          <PasswordForm changedAt={account.passwordChangedAt} />
          {factors && <Factors factors={factors} />}
          <Settings />
          <Sessions sessions={account.sessions} />
          {factors && <News news={factors.news} />}
        </div>
      )}
    </>
  )
}

/** For people whose role needs a second factor: the one thing they see before they have one. */
function Enrolment() {
  const { t } = useTranslation()
  const { userInfo } = useSession()
  const reading = useCall(factorCalls.get, {}, {})
  const { mustEnrol: _done, ...enrolled } = userInfo ?? {}
  return (
    <main className="sr-enrolment">
      <h1>{t('factors.required')}</h1>
      <p>{t('factors.requiredText')}</p>
      {reading.isError && (
        <Failure text={t('people.failed')} failure={reading.error} retry={reading.refetch} />
      )}
      {reading.isPending && <Skeleton rows={4} />}
      {reading.data && (
        <Factors factors={reading.data.data} onEnrolled={() => setSession(enrolled as UserInfo)} />
      )}
      <Button type="text" onClick={() => void signOut()}>
        {t('shell.signOut')}
      </Button>
    </main>
  )
}

function Profile({ nickName, createdAt }: { nickName: string; createdAt: string }) {
  const { t } = useTranslation()
  const { userInfo } = useSession()
  const roleLabel = useRoleLabel()
  const [name, setName] = useState(nickName)
  const [tried, setTried] = useState(false)
  const rename = useAction(accountCalls.rename, {
    done: 'people.account.renamed',
    failed: { plain: 'people.account.renameFailed' },
    reload: [accountCalls.get],
    onAnswer: () => userInfo && setSession({ ...userInfo, nickName: name.trim() }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() !== '' && !rename.running) void rename.run({ nickName: name })
  }
  return (
    <section className="sr-panel" aria-labelledby="account-profile">
      <h2 id="account-profile">{t('people.account.profile')}</h2>
      <Avatar />
      <form onSubmit={submit}>
        <TextField
          label={t('people.name')}
          hint={t('people.account.nameHint')}
          wrong={tried && name.trim() === '' ? t('people.required') : undefined}
          value={name}
          maxLength={40}
          autoComplete="nickname"
          onChange={setName}
        />
        <Button htmlType="submit" loading={rename.running} disabled={name.trim() === nickName}>
          {t('people.save')}
        </Button>
      </form>
      <dl>
        <dt>{t('people.phone')}</dt>
        <dd>{userInfo?.phone}</dd>
        <dt>{t('people.role')}</dt>
        <dd>{userInfo?.role && roleLabel(userInfo.role, userInfo.roleName)}</dd>
      </dl>
      <p className="sr-muted">{t('people.account.since', { time: shownTime(createdAt) })}</p>
    </section>
  )
}
