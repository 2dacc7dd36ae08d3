import type { AnyCall } from '@screening-room/contract/call'
import type { TeamRole } from '@screening-room/contract/roles'
import { type TeamAccount, teamCalls } from '@screening-room/contract/team'
import { Suspense, useState } from 'react'
import { config } from '../../api/config.ts'
import { partOf } from '../../api/parts.ts'
import { useSession } from '../../api/session.ts'
import { Age } from '../../shared/Age.tsx'
import { shownTime } from '../../shared/dates.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import type { ShownLink } from '../../shared/MadeLink.tsx'
import { MissingDialog } from '../../shared/MissingDialog.tsx'
import { RowMenu } from '../../shared/RowMenu.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useConfirm } from '../../shared/useConfirm.ts'
import { useRoleLabel } from '../../shared/useRoleLabel.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'
import { Text } from '../../ui/Text.tsx'
import { ChangeRole } from './ChangeRole.tsx'
import { NewLink } from './NewLink.tsx'
import { useMayGive } from './useRoleOptions.ts'

const ResetFactors = lazyPart(
  partOf(() => import('./ResetFactors.tsx')),
  MissingDialog,
)

const tones: Record<TeamAccount['status'], Tone> = {
  active: 'good',
  invited: 'waiting',
  disabled: 'unknown',
}

interface MemberRowProps {
  account: TeamAccount
  roles: TeamRole[]
  onLink: (link: ShownLink) => void
}

export function MemberRow({ account, roles, onLink }: MemberRowProps) {
  const { t } = useTranslation()
  const { userInfo } = useSession()
  const { nickName: name, status } = account
  const isMe = account.id === userInfo?.id
  const roleLabel = useRoleLabel()
  const mayGive = useMayGive()
  const role = roles.find(({ key }) => key === account.role)
  const mine = !isMe && role !== undefined && mayGive(role)
  return (
    <tr className={status === 'disabled' ? 'sr-team-out' : undefined}>
      <th scope="row">
        <Text>{name}</Text>
        {isMe && <span className="sr-muted"> ({t('people.team.you')})</span>}
      </th>
      <td>{account.phone}</td>
      <td>
        <Text>{roleLabel(account.role, account.roleName)}</Text>
      </td>
      <td>
        <StatusBadge tone={tones[status]}>{t(`people.states.${status}`)}</StatusBadge>
        {account.linkExpiresAt && (
          <small className="sr-muted">
            {t('people.team.linkPending', { time: shownTime(account.linkExpiresAt) })}
          </small>
        )}
      </td>
      <td data-label={t('factors.team.column')}>
        <FactorState account={account} />
      </td>
      <td data-label={t('people.team.lastActive')}>
        {account.lastActiveAt ? (
          <Age time={account.lastActiveAt} />
        ) : (
          <span className="sr-muted">{t('people.team.never')}</span>
        )}
      </td>
      <td className="sr-team-number">{account.sessions}</td>
      <td className="sr-team-number">{account.inHand}</td>
      <td>{mine && <MemberActions account={account} roles={roles} onLink={onLink} />}</td>
    </tr>
  )
}

function FactorState({ account: { totp, passkeys } }: { account: TeamAccount }) {
  const { t } = useTranslation()
  if (!totp && passkeys === 0) return <span className="sr-muted">{t('factors.team.none')}</span>
  const parts = [
    totp && t('factors.team.totp'),
    passkeys > 0 && t('factors.team.passkeys', { count: passkeys }),
  ]
  return <>{parts.filter(Boolean).join(' · ')}</>
}

type TeamText = 'disabled' | 'enabled' | 'sessionsEnded'
type TeamFailure = 'disableFailed' | 'enableFailed' | 'endFailed'

function useTeamAction<C extends AnyCall>(call: C, done: TeamText, failed: TeamFailure) {
  return useAction(call, {
    done: `people.team.${done}`,
    failed: { plain: `people.team.${failed}` },
    reload: [teamCalls.list],
  })
}

/** Nobody changes their own role or state here: the way back might be closed. */
function MemberActions({ account, roles, onLink }: MemberRowProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { id, nickName: name } = account
  const disable = useTeamAction(teamCalls.disable, 'disabled', 'disableFailed')
  const enable = useTeamAction(teamCalls.enable, 'enabled', 'enableFailed')
  const endSessions = useTeamAction(teamCalls.endSessions, 'sessionsEnded', 'endFailed')
  const newLink = useAction(teamCalls.newLink, {
    done: 'people.team.linkMade',
    failed: { plain: 'people.team.linkFailed' },
    reload: [teamCalls.list],
    onAnswer: ({ data }) => onLink({ name, ...data }),
  })
  const [linking, setLinking] = useState(false)
  const [resetting, setResetting] = useState(false)
  const [choosing, setChoosing] = useState(false)

  if (account.status === 'disabled')
    return (
      <RowButton
        label={`${t('people.team.enable')}: ${name}`}
        disabled={enable.running}
        onClick={() => void enable.run({ id })}
      >
        {t('people.team.enable')}
      </RowButton>
    )
  return (
    <span className="sr-team-actions">
      <RowButton label={t('teamRoles.chooseOf', { name })} onClick={() => setChoosing(true)}>
        {t('teamRoles.choose')}
      </RowButton>
      <RowMenu label={t('people.team.moreFor', { name })}>
        <RowButton
          label={t('people.team.linkOf', { name })}
          disabled={newLink.running}
          onClick={() => (config().mail ? setLinking(true) : void newLink.run({ id }))}
        >
          {t('people.team.link')}
        </RowButton>
        {account.sessions > 0 && (
          <RowButton
            label={`${t('people.team.endSessions')}: ${name}`}
            onClick={() =>
              void confirm({
                title: t('people.team.endTitle', { name }),
                content: t('people.team.endText'),
                okText: t('people.team.endSessions'),
                act: () => endSessions.run({ id }),
              })
            }
          >
            {t('people.team.endSessions')}
          </RowButton>
        )}
        {(account.totp || account.passkeys > 0) && (
          <RowButton label={t('factors.team.resetOf', { name })} onClick={() => setResetting(true)}>
            {t('factors.team.reset')}
          </RowButton>
        )}
        <RowButton
          danger
          label={`${t('people.team.disable')}: ${name}`}
          onClick={() =>
            void confirm({
              title: t('people.team.disableTitle', { name }),
              content: t('people.team.disableText'),
              okText: t('people.team.disable'),
              okButtonProps: { danger: true },
              act: () => disable.run({ id }),
            })
          }
        >
          {t('people.team.disable')}
        </RowButton>
      </RowMenu>
      {choosing && (
        <ChangeRole account={account} roles={roles} onClose={() => setChoosing(false)} />
      )}
      {linking && (
        <NewLink id={id} name={name} create={newLink} onClose={() => setLinking(false)} />
      )}
      {resetting && (
        <Suspense fallback={null}>
          <ResetFactors account={account} onClose={() => setResetting(false)} />
        </Suspense>
      )}
    </span>
  )
}
