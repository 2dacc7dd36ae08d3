import type { OutputOf } from '@screening-room/contract/call'
import type { linkHours, teamCalls } from '@screening-room/contract/team'

/*
 * The mail that brings a link. It holds nothing that anybody typed: neither can a name lie in it, nor is this server of
 * any use to somebody who wants to send words of their own.
 */

/** As it is answered. */
export type MadeLink = OutputOf<typeof teamCalls.invite>['data']

type Kind = keyof typeof linkHours

const subjects: Record<Kind, string> = {
  invitation: 'Screening Room：邀请您加入 / You are invited',
  reset: 'Screening Room：设置新密码 / Set a new password',
}

const first: Record<Kind, { zh: string; en: string }> = {
  invitation: {
    zh: '您已受邀使用 Screening Room。请打开以下链接，设置您的密码：',
    en: 'You are invited to Screening Room. Open this link and choose your password:',
  },
  reset: {
    zh: '管理员为您的 Screening Room 账号生成了设置新密码的链接。请打开：',
    en: 'An administrator made a link by which you set a new password for Screening Room. Open it:',
  },
}

/** The recipient's language is not known, so it is in both. Behind the hash, no server on the way logs the secret. */
export function linkMail(
  { kind, secret, expiresAt }: { kind: Kind; secret: string; expiresAt: string },
  { origin, zone }: { origin: string; zone: string },
): { subject: string; text: string } {
  const address = `${origin}/#/link/${secret}`
  const until = `${expiresAt.replace('T', ' ')} (${zone})`
  const text = [
    '您好：',
    first[kind].zh,
    address,
    `链接仅可使用一次，有效期至 ${until}。持有链接的人都能设置该账号的密码，请勿转发。如果您不知道这封邮件的来由，请忽略它。`,
    '— — —',
    'Hello,',
    first[kind].en,
    address,
    `The link works once, until ${until}. The link is all it takes to set the password of this account: do not pass it on. If you do not know what this is about, ignore it.`,
  ]
  return { subject: subjects[kind], text: `${text.join('\n\n')}\n` }
}
