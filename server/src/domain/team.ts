import { isBlank } from '@screening-room/contract/review'
import { linkHours } from '@screening-room/contract/team'
import type { Db, Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import { insertAccount, lockAccounts, setAccount } from '../store/accounts.ts'
import type { Actor } from '../store/events.ts'
import { releaseSignedOut } from '../store/leases.ts'
import { getLink, type OpenLink, setLink, takeLink } from '../store/password-links.ts'
import { lockRole } from '../store/roles.ts'
import { endSessions } from '../store/sessions.ts'
import {
  changeAccount,
  disabling,
  enabling,
  lockWeaker,
  recordAccount,
  refuseStronger,
} from './accounts.ts'
import type { CookieSecrets } from './cookie-secrets.ts'
import { refuseAlone } from './four-eyes.ts'
import { hashPassword, passwordProblem } from './passwords.ts'
import { hashForStranger, sha256 } from './sign-in.ts'

/* What administrators do to the accounts of others. */

/** What the tags of links' secrets are computed for. */
const linkPurpose = 'password link'

export interface NewLink {
  id: number
  kind: keyof typeof linkHours
  expiresAt: string
  secret: string
  /** Sent after the commit, if it is asked for. */
  mail: { to: string; sent: boolean } | null
}

/** What is made of links: the tags of their secrets, and whether there is a server to mail them. */
export interface LinkWays {
  secrets: CookieSecrets
  mails: boolean
}

export function refuseUnmailable({ mails }: LinkWays, email: string | undefined): void {
  if (email !== undefined && !mails) throw badField('email', 'no_mail')
}

async function addLink(
  tx: Tx,
  ways: LinkWays,
  { id, kind, email }: { id: number; kind: keyof typeof linkHours; email: string | undefined },
): Promise<NewLink> {
  refuseUnmailable(ways, email)
  const secret = ways.secrets.create(linkPurpose)
  const link = { kind, secretHash: sha256(secret), hours: linkHours[kind] }
  const mail = email === undefined ? null : { to: email, sent: false }
  return { id, kind, secret, mail, expiresAt: await setLink(tx, id, link) }
}

export async function invite(
  tx: Tx,
  by: Actor,
  ways: LinkWays,
  {
    email,
    ...given
  }: { phone: string; nickName: string; role: string; email?: string | undefined },
): Promise<NewLink> {
  const nickName = given.nickName.trim()
  if (isBlank(nickName)) throw badField('nickName', 'required')
  refuseAlone(by, 'roles')
  await lockGivenRole(tx, by, given.role)
  // No password matches an empty hash, and an invited account is not asked for one.
  const account = { ...given, nickName, passwordHash: '', status: 'invited' as const }
  const id = await insertAccount(tx, account)
  if (id === undefined) throw new Refusal('phone_taken')
  await recordAccount(tx, by, id, 'invite', { role: given.role })
  return addLink(tx, ways, { id, kind: 'invitation', email })
}

export async function newLink(
  tx: Tx,
  by: Actor,
  ways: LinkWays,
  { id, email }: { id: number; email?: string | undefined },
): Promise<NewLink> {
  refuseAlone(by, 'roles')
  const { account } = await lockWeaker(tx, by, { id })
  if (!account) throw missing('account', id)
  if (account.status === 'disabled') throw new Refusal('account_disabled')
  await recordAccount(tx, by, id, 'newLink')
  const kind = account.status === 'invited' ? 'invitation' : 'reset'
  return addLink(tx, ways, { id, kind, email })
}

/** A role to give to somebody: it cannot be removed before this transaction ends. */
async function lockGivenRole(tx: Tx, by: Actor, key: string): Promise<void> {
  const role = await lockRole(tx, key, 'share')
  if (!role) throw missing('role', key)
  refuseStronger(by, role)
}

export async function setTeamRole(tx: Tx, by: Actor, id: number, role: string): Promise<void> {
  refuseAlone(by, 'roles')
  await lockGivenRole(tx, by, role)
  if (!(await changeAccount(tx, by, { id }, 'setRole', () => ({ role }))))
    throw missing('account', id)
}

export async function setEnabled(tx: Tx, by: Actor, id: number, enabled: boolean): Promise<void> {
  const changed = enabled
    ? changeAccount(tx, by, { id }, 'enable', enabling)
    : changeAccount(tx, by, { id }, 'disable', disabling)
  if (!(await changed)) throw missing('account', id)
}

export async function endSessionsOf(tx: Tx, by: Actor, id: number): Promise<number> {
  const { account } = await lockWeaker(tx, by, { id })
  if (!account) throw missing('account', id)
  const ended = await endSessions(tx, id, { except: undefined })
  await releaseSignedOut(tx, id)
  if (ended > 0) await recordAccount(tx, by, id, 'endSessions', { ended })
  return ended
}

/** A made-up secret is refused without a question to the database. */
export async function openLink(db: Db, secrets: CookieSecrets, secret: string): Promise<OpenLink> {
  const link = secrets.isOurs(secret, linkPurpose) ? await getLink(db, sha256(secret)) : undefined
  if (!link) throw new Refusal('link_ended')
  return link
}

/** The person is the one who acts: the link is how they are known. */
export async function setPasswordByLink(
  db: Db,
  secrets: CookieSecrets,
  given: { secret: string; password: string; address: string; requestId: string },
): Promise<void> {
  const link = await openLink(db, secrets, given.secret)
  const wrong = passwordProblem(given.password, [link.phone, link.nickName])
  if (wrong) throw new Refusal('bad_input', { field: 'password', problem: wrong })
  const passwordHash = await hashForStranger(given.address, () => hashPassword(given.password))
  await db.transaction(async (tx) => {
    await lockAccounts(tx, { id: link.userId })
    const taken = await takeLink(tx, sha256(given.secret))
    if (!taken) throw new Refusal('link_ended')
    await setAccount(tx, taken.userId, { passwordHash, status: 'active' })
    const by = { id: taken.userId, nickName: taken.nickName, requestId: given.requestId }
    await recordAccount(tx, by, taken.userId, taken.kind === 'reset' ? 'changePassword' : 'join')
  })
}
