import type { AnyCall } from '@screening-room/contract/call'
import { memberCalls } from '@screening-room/contract/members'
import { roleCalls } from '@screening-room/contract/roles'
import { teamCalls } from '@screening-room/contract/team'
import { videoKinds } from '@screening-room/contract/videos'
import type { Tx } from '../db/pool.ts'
import { missing } from '../refusal.ts'
import { getAccount } from '../store/accounts.ts'
import { getMemberKnown } from '../store/erasure.ts'
import { lockRole } from '../store/roles.ts'
import type { WaitingAct, WaitingActs } from './confirmations.ts'
import { eraseMember } from './members.ts'
import { changeRole, createRole, setFourEyes } from './roles.ts'
import { invite, type LinkWays, newLink, refuseUnmailable, setTeamRole } from './team.ts'
import { takeDownAct } from './videos.ts'

/* What each call does that can wait for a second person, and what it is about. */

const entry = <C extends AnyCall>(act: WaitingAct<C>): [string, WaitingAct] => [
  act.call.path,
  act as unknown as WaitingAct,
]

async function accountOf(tx: Tx, id: number) {
  if (!(await getAccount(tx, id))) throw missing('account', id)
  return { queue: 'account' as const, id }
}

async function roleOf(tx: Tx, key: string) {
  const role = await lockRole(tx, key, 'share')
  if (!role) throw missing('role', key)
  return { queue: 'role' as const, id: role.id }
}

/** What is not there yet is a wish of the person who asks. */
const ofAsker = async (_tx: Tx, by: { id: number }) => ({ queue: 'account' as const, id: by.id })

export const waitingActs = (ways: LinkWays): WaitingActs =>
  new Map([
    ...videoKinds.map((kind) => entry(takeDownAct(kind))),
    entry({
      call: memberCalls.erase,
      async subject(tx, _by, { id }) {
        if (!(await getMemberKnown(tx, id))) throw missing('member', id)
        return { queue: 'member', id }
      },
      async run(tx, by, { id }) {
        await eraseMember(tx, by, id)
        return undefined
      },
    }),
    entry({
      call: teamCalls.setRole,
      subject: (tx, _by, { id }) => accountOf(tx, id),
      async run(tx, by, { id, role }) {
        await setTeamRole(tx, by, id, role)
        return undefined
      },
    }),
    entry({
      call: teamCalls.invite,
      subject(tx, by, { email }) {
        refuseUnmailable(ways, email)
        return ofAsker(tx, by)
      },
      run: (tx, by, given) => invite(tx, by, ways, given),
    }),
    entry({
      call: teamCalls.newLink,
      subject(tx, _by, { id, email }) {
        refuseUnmailable(ways, email)
        return accountOf(tx, id)
      },
      run: (tx, by, given) => newLink(tx, by, ways, given),
    }),
    entry({
      call: roleCalls.create,
      subject: ofAsker,
      async run(tx, by, given) {
        await createRole(tx, by, given)
        return undefined
      },
    }),
    entry({
      call: roleCalls.change,
      subject: (tx, _by, { role }) => roleOf(tx, role),
      async run(tx, by, { role, ...given }) {
        await changeRole(tx, by, role, given)
        return undefined
      },
    }),
    entry({
      call: roleCalls.setFourEyes,
      subject: (tx, _by, { role }) => roleOf(tx, role),
      async run(tx, by, { role, acts }) {
        await setFourEyes(tx, by, role, acts)
        return undefined
      },
    }),
  ])
