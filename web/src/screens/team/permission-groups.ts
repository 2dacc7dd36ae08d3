import { type Permission, permissions } from '@screening-room/contract/permissions'
import { queueNames } from '@screening-room/contract/queues'

const ofQueue = (queue: string) => permissions.filter((one) => one.startsWith(`${queue}:`))

/** The permissions of each queue, and those of none. */
export const permissionGroups: {
  group: (typeof queueNames)[number] | 'general'
  items: Permission[]
}[] = [
  ...queueNames.map((group) => ({ group, items: ofQueue(group) })),
  { group: 'general', items: permissions.filter((one) => !one.includes(':')) },
]
