import { randomBytes } from 'node:crypto'
import { type EventKind, mostEndpoints } from '@screening-room/contract/endpoints'
import { isBlank } from '@screening-room/contract/review'
import { type Config, isLoopback } from '../config.ts'
import type { Db, Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import { reviveDeliveries } from '../store/deliveries.ts'
import {
  endEndpointRow,
  getReceiver,
  insertEndpointRow,
  type LockedEndpoint,
  lockEndpoint,
  lockEndpoints,
  setEndpoint,
  setEndpointSecret,
  setEndpointState,
} from '../store/endpoints.ts'
import { type Actor, appendEvents, appendEventWithId } from '../store/events.ts'
import type { SecretBox } from './secret-box.ts'

/*
 * Where administrators let the platform be notified. Each change is recorded, without secrets and with the
 * address up to its host: the rest may hold a token, and the record is for ever.
 */

interface Given {
  name: string
  url: string
  kinds: readonly EventKind[]
}

type Addresses = Pick<Config, 'plainHttp' | 'loopbackOnly'>

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`

/**
 * As WEBHOOK_URL: https, unless plain http is allowed. Plain http to this machine is for a server that nobody
 * else reaches: elsewhere an administrator could read what only this machine may.
 */
function readAddress(written: string, { plainHttp, loopbackOnly }: Addresses): string {
  const address = written.trim()
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) throw badField('url', 'https')
  const url = new URL(address)
  const allowed =
    url.protocol === 'https:' || plainHttp || (loopbackOnly && isLoopback(url.hostname))
  if (!allowed || url.username || url.password || url.hash) throw badField('url', 'https')
  return url.href
}

function read({ name, url, kinds }: Given, addresses: Addresses): Given {
  if (isBlank(name)) throw badField('name', 'required')
  if (kinds.length === 0) throw badField('kinds', 'required')
  return {
    name: name.trim(),
    url: readAddress(url, addresses),
    kinds: [...new Set(kinds)],
  }
}

const shown = ({ name, url, kinds }: Given) => ({ name, origin: new URL(url).origin, kinds })

type EndpointChange = 'add' | 'change' | 'rotate' | 'pause' | 'resume' | 'remove' | 'resend'

function record(tx: Tx, by: Actor, id: number, what: EndpointChange, details: object = {}) {
  return appendEvents(tx, by, [id], { action: `endpoint.${what}`, queue: 'endpoint', details })
}

/** Returns the secret too, which is shown this once. */
export async function addEndpoint(
  tx: Tx,
  by: Actor,
  given: Given,
  addresses: Addresses,
  box: SecretBox,
): Promise<{ id: number; secret: string }> {
  const wanted = read(given, addresses)
  if ((await lockEndpoints(tx)) >= mostEndpoints)
    throw new Refusal('too_many_endpoints', { most: mostEndpoints })
  const secret = newSecret()
  const id = await insertEndpointRow(tx, wanted, box.close(secret))
  await record(tx, by, id, 'add', shown(wanted))
  return { id, secret }
}

async function lock(tx: Tx, id: number): Promise<LockedEndpoint> {
  const found = await lockEndpoint(tx, id)
  if (!found) throw missing('endpoint', id)
  return found
}

export async function changeEndpoint(
  tx: Tx,
  by: Actor,
  id: number,
  given: Given,
  addresses: Addresses,
): Promise<void> {
  const wanted = read(given, addresses)
  const was = await lock(tx, id)
  const same = (one: Given) => JSON.stringify([one.name, one.url, [...one.kinds].sort()])
  if (same(was) === same(wanted)) return
  await setEndpoint(tx, id, wanted)
  const address = was.url === wanted.url ? {} : { address: 'changed' }
  await record(tx, by, id, 'change', { from: shown(was), to: shown(wanted), ...address })
}

export async function rotateSecret(tx: Tx, by: Actor, id: number, box: SecretBox): Promise<string> {
  await lock(tx, id)
  const secret = newSecret()
  await setEndpointSecret(tx, id, box.close(secret))
  await record(tx, by, id, 'rotate')
  return secret
}

const anyEvent = { from: 1, to: Number.MAX_SAFE_INTEGER }

/** What was given up while it was dead is sent again, before what has come since. */
export async function pauseEndpoint(tx: Tx, by: Actor, id: number, paused: boolean): Promise<void> {
  const { state } = await lock(tx, id)
  if (paused === (state === 'paused') && state !== 'dead') return
  await setEndpointState(tx, id, paused ? 'paused' : 'active')
  const revived =
    state === 'dead' && !paused
      ? await reviveDeliveries(tx, id, { ...anyEvent, outcome: 'dead' })
      : 0
  await record(tx, by, id, paused ? 'pause' : 'resume', { from: state, revived })
}

export async function removeEndpoint(tx: Tx, by: Actor, id: number): Promise<void> {
  const was = await lock(tx, id)
  await endEndpointRow(tx, id)
  await record(tx, by, id, 'remove', shown(was))
}

export async function resendDeliveries(
  tx: Tx,
  by: Actor,
  id: number,
  range: Parameters<typeof reviveDeliveries>[2],
): Promise<number> {
  if (range.from > range.to) throw badField('to', 'before_from')
  await lock(tx, id)
  const count = await reviveDeliveries(tx, id, range)
  if (count > 0) await record(tx, by, id, 'resend', { ...range, count })
  return count
}

export interface Ping {
  id: string
  url: string
  secrets: string[]
  body: string
}

/** A message that is about nothing, recorded so that its receiver finds its ID. */
export async function preparePing(db: Db, by: Actor, id: number, box: SecretBox): Promise<Ping> {
  const receiver = await getReceiver(db, id)
  if (!receiver) throw missing('endpoint', id)
  const event = await db.transaction((tx) =>
    appendEventWithId(tx, by, id, { action: 'endpoint.ping', queue: 'endpoint' }),
  )
  const { id: person, nickName } = by
  const body = {
    event,
    queue: 'endpoint',
    subject: id,
    action: 'ping',
    by: { id: person, nickName },
  }
  return {
    id: String(event),
    url: receiver.url,
    secrets: receiver.secrets.map((secret) => box.open(secret)),
    body: JSON.stringify(body),
  }
}
