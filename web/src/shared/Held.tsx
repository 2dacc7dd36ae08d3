import { UserOutlined } from '@ant-design/icons'
import type { Holder } from '@screening-room/contract/holders'
import type { ListName } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import { useSession } from '../api/session.ts'
import { useTranslation } from '../texts/i18n.ts'
import { shownTime } from './dates.ts'
import { useHolders } from './useHolders.ts'
import './shared.css'

/** "Mei is reviewing", with an icon, so that it does not depend on colour. */
export function Held({ by }: { by: Holder['by'] }) {
  const { t } = useTranslation()
  const { userInfo } = useSession()
  const text = by.id === userInfo?.id ? t('held.byMe') : t('held.byOther', { who: by.nickName })
  return (
    <span className="sr-held" title={text}>
      <UserOutlined aria-hidden />
      <bdi>{text}</bdi>
    </span>
  )
}

interface HeldNoteProps {
  list: ListName
  /** The item's ID; for reports, the video's. */
  id: number | undefined
  /** The item's status: only pending items can be claimed. */
  at: number | undefined
}

/** In a dialog: somebody else is reviewing this. */
export function HeldNote({ list, id, at }: HeldNoteProps) {
  const { t } = useTranslation()
  const { userInfo } = useSession()
  const holderOf = useHolders(list)
  const holder = id === undefined || at !== status.pending ? undefined : holderOf(id)
  const since = shownTime(holder?.since).slice(11, 16)
  return (
    <p className="sr-held-note" role="status" hidden={!holder}>
      {holder && <UserOutlined aria-hidden />}
      {holder &&
        (holder.by.id === userInfo?.id
          ? t('held.noteMine', { since })
          : t('held.note', { who: holder.by.nickName, since }))}
    </p>
  )
}
