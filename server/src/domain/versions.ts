import type { ItemQueue } from '@screening-room/contract/queues'
import { changedParts, type VersionPart } from '@screening-room/contract/versions'
import type { Tx } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'
import { getChanges } from '../store/versions.ts'

const partWords: Record<VersionPart, Record<'en' | 'zh-CN', string>> = {
  title: { en: 'title', 'zh-CN': '标题' },
  introduction: { en: 'description', 'zh-CN': '简介' },
  media: { en: 'media replaced', 'zh-CN': '媒体已替换' },
  pictures: { en: 'pictures changed', 'zh-CN': '图片已更换' },
}

/** Of an item that is locked: nobody decides on a version that is no longer the latest. */
export async function refuseChanged(
  tx: Tx,
  queue: ItemQueue,
  id: number,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined) return
  const found = await getChanges(tx, queue, id, seen)
  if (!found || found.version === seen) return
  const changed = changedParts(found)
  throw new Refusal(
    'item_changed',
    (language) => {
      const words = changed.map((part) => partWords[part][language])
      const [open, comma, close] = language === 'en' ? [' (', ', ', ')'] : ['（', '、', '）']
      return { what: words.length > 0 ? `${open}${words.join(comma)}${close}` : '' }
    },
    { data: { version: found.version, changed } },
  )
}
