import { randomBytes } from 'node:crypto'
import type { Tx } from '../db/pool.ts'
import { badField } from '../refusal.ts'
import { getAccount, setAvatar } from '../store/accounts.ts'
import type { Actor } from '../store/events.ts'
import { recordAccount } from './accounts.ts'
import { avatarPixels, longestAvatar, readPicture } from './avatar-pictures.ts'
import type { PictureFiles } from './picture-files.ts'

/* A person's own picture, cropped and written anew in their browser, kept in the media store under a random name. */

const folder = 'avatars/'
const endings = { 'image/webp': 'webp', 'image/jpeg': 'jpg' } as const

/** The bytes that a text in base64 stands for; it is spelt in one way only. */
function readAvatar(written: string): { bytes: Buffer; ending: string; type: string } {
  const bytes = Buffer.from(written, 'base64')
  if (bytes.toString('base64') !== written || bytes.length > longestAvatar)
    throw badField('picture', 'picture')
  const picture = readPicture(bytes)
  const fits = picture && picture.width === avatarPixels && picture.height === avatarPixels
  if (!fits) throw badField('picture', 'picture')
  return { bytes, ending: endings[picture.type], type: picture.type }
}

/** Only files that were uploaded here are ours to remove. */
const isOurs = (name: string | null): name is string =>
  /^avatars\/[0-9a-f]{32}\.(webp|jpg)$/.test(name ?? '')

/** The new file is there before anybody is told of it; the old one goes after the commit. Returns the name. */
export async function changeAvatar(
  tx: Tx,
  by: Actor,
  files: PictureFiles,
  written: string | undefined,
): Promise<{ avatar: string | null; before: string | null }> {
  const account = await getAccount(tx, by.id)
  const before = account?.avatar ?? null
  // What is so already is done without a trace.
  if (written === undefined && before === null) return { avatar: null, before: null }
  let avatar: string | null = null
  if (written !== undefined) {
    const { bytes, ending, type } = readAvatar(written)
    avatar = `${folder}${randomBytes(16).toString('hex')}.${ending}`
    await files.put(avatar, bytes, type)
  }
  await setAvatar(tx, by.id, avatar)
  await recordAccount(tx, by, by.id, avatar ? 'changeAvatar' : 'removeAvatar')
  return { avatar, before: isOurs(before) ? before : null }
}
