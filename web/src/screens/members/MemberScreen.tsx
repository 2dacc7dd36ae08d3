import { memberCalls } from '@screening-room/contract/members'
import { isSaidToMay } from '../../api/permissions.ts'
import { useCall } from '../../api/queries.ts'
import { usePath } from '../../shared/address.ts'
import { Failure } from '../../shared/Failure.tsx'
import { Erased } from '../../shared/ItemNotes.tsx'
import { idOf } from '../../shared/list-query.ts'
import { SecondPersonNote } from '../../shared/SecondPersonNote.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Text } from '../../ui/Text.tsx'
import { EraseMember } from './EraseMember.tsx'
import { MemberDecisions } from './MemberDecisions.tsx'
import { MemberItems } from './MemberItems.tsx'
import { MemberNotes } from './MemberNotes.tsx'
import { MemberReports } from './MemberReports.tsx'
import { MemberStrikes } from './MemberStrikes.tsx'
import './members.css'

const notFound = 404

/** One member: what they handed in, what became of it, and the reports against and by them. */
export default function MemberScreen() {
  const { t } = useTranslation()
  const id = idOf(usePath().split('/').at(-1) ?? '')
  const reading = useCall(memberCalls.get, { id: id ?? 0 }, { enabled: id !== undefined })
  const member = reading.data?.data

  if (id === undefined || reading.error?.code === notFound)
    return <EmptyState>{t('member.missing')}</EmptyState>
  if (reading.isPending) return <Skeleton rows={10} />
  if (!member)
    return <Failure text={t('member.failed')} failure={reading.error} retry={reading.refetch} />
  return (
    <article className="sr-member" aria-labelledby="sr-member-name">
      <header>
        <h2 id="sr-member-name">
          {member.erased ? <Erased /> : <Text>{member.nickName ?? `#${member.id}`}</Text>}
        </h2>
        <span className="sr-muted">{t('member.id', { id: member.id })}</span>
        {member.externalId && (
          <span className="sr-muted">
            {t('common.platformId')} <Text>{member.externalId}</Text>
          </span>
        )}
        <StatusBadge tone={member.certified ? 'good' : 'unknown'}>
          {t(member.certified ? 'videos.certified' : 'videos.notCertified')}
        </StatusBadge>
      </header>
      <SecondPersonNote queue="member" id={member.id} />
      <MemberItems member={member} />
      {member.strikes && <MemberStrikes strikes={member.strikes} />}
      <MemberReports member={member} />
      <MemberDecisions decisions={member.decisions} />
      <MemberNotes member={member} />
      {!member.erased && isSaidToMay('erasure') && <EraseMember id={member.id} />}
    </article>
  )
}
