import { type Queue, queueNames, queues } from '@screening-room/contract/queues'
import type { RecordEntry } from '@screening-room/contract/record'
import { useTranslation } from '../texts/i18n.ts'
import { useActionWord } from './History.tsx'
import { useStatusWord } from './ReviewStatus.tsx'

/* What an event of the record says, in words. The texts come with the screens of the record. */

/** Beside what is done to items. Any other action is shown as the record spells it. */
export const otherActions = [
  'addCategory',
  'renameCategory',
  'moveCategory',
  'hideCategory',
  'showCategory',
  'mergeCategory',
  'unmergeCategory',
  'addTag',
  'renameTag',
  'moveTag',
  'hideTag',
  'showTag',
  'mergeTag',
  'unmergeTag',
  'addReason',
  'changeReason',
  'setPolicy',
  'setStrikes',
  'account.create',
  'account.invite',
  'account.join',
  'account.setRole',
  'account.enable',
  'account.disable',
  'account.changePassword',
  'account.changeAvatar',
  'account.removeAvatar',
  'account.newDevice',
  'account.endSessions',
  'account.resetFactors',
  'account.rename',
  'account.resetPassword',
  'account.newLink',
  'account.addTotp',
  'account.removeTotp',
  'account.addPasskey',
  'account.removePasskey',
  'account.newRecoveryCodes',
  'account.useRecoveryCode',
  'key.create',
  'key.rotate',
  'key.revoke',
  'endpoint.add',
  'endpoint.change',
  'endpoint.rotate',
  'endpoint.pause',
  'endpoint.resume',
  'endpoint.remove',
  'endpoint.resend',
  'endpoint.ping',
  'record.verify',
  'export.begin',
  'export.end',
  'role.create',
  'role.change',
  'role.setSecondFactor',
  'role.setFourEyes',
  'role.remove',
  'account.link',
  'account.keepRole',
  'note',
] as const
type OtherAction = (typeof otherActions)[number]
type Key<Name extends string> = Name extends `${infer A}.${infer B}` ? `${A}_${B}` : Name

export const isItem = (queue: string): queue is Queue => queueNames.some((name) => name === queue)

export function useEventWords() {
  const { t } = useTranslation()
  const itemWord = useActionWord()
  const statusWord = useStatusWord()
  const action = (name: string): string => {
    const other = otherActions.find((one) => one === name)
    if (name === 'erase') return t('record.erased')
    return other ? t(`record.did.${other.replace('.', '_') as Key<OtherAction>}`) : itemWord(name)
  }
  /** Empty where the status stayed as it was. */
  const change = ({ queue, before, after }: Pick<RecordEntry, 'queue' | 'before' | 'after'>) => {
    if (typeof after !== 'number' || !isItem(queue)) return ''
    const { statusNames } = queues[queue]
    const now = statusWord(after, statusNames)
    return typeof before === 'number' ? `${statusWord(before, statusNames)} → ${now}` : now
  }
  return { action, change }
}

/** The address of an item's whole story, without the `#`. */
export const itemPath = (queue: string, id: number) => `/dashboard/item/${queue}/${id}`
