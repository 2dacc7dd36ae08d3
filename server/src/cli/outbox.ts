import { parseArgs } from 'node:util'
import { processConfig } from '../config.ts'
import type { Db } from '../db/pool.ts'
import { rangeOf } from '../domain/platform-time.ts'
import { stopWebhook, useWebhook } from '../domain/webhook.ts'
import {
  countNotSent,
  findDead,
  getOutboxCounts,
  reviveDead,
  reviveNotSent,
} from '../store/outbox.ts'
import { getLastEndpoint } from '../store/webhook.ts'
import { say } from './output.ts'
import { CommandError, runCommand } from './run.ts'

/* The webhook endpoint, and the decisions that could not be delivered to it. */

const usage = `npm run outbox -- --status              where decisions are told, and how many were not
npm run outbox -- --list                those that were given up, with the last error
npm run outbox -- --retry               sends those again
npm run outbox -- --send-not-sent [--since 2026-01-31T08:00:00] [--overtaken]
                                        sends those that took effect while there was no endpoint
npm run outbox -- --use-webhook         WEBHOOK_URL and WEBHOOK_SECRET are the endpoint from now on
npm run outbox -- --stop-webhook        nobody is told from now on`

function readArguments() {
  try {
    return parseArgs({
      options: {
        status: { type: 'boolean' },
        list: { type: 'boolean' },
        retry: { type: 'boolean' },
        'send-not-sent': { type: 'boolean' },
        since: { type: 'string' },
        overtaken: { type: 'boolean' },
        'use-webhook': { type: 'boolean' },
        'stop-webhook': { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${usage}`)
  }
}

/** A moment from a time on the platform's clock, as on the screens. */
function momentOf(since: string | undefined): string | undefined {
  if (since === undefined) return undefined
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(since) || Number.isNaN(Date.parse(`${since}Z`)))
    throw new CommandError('--since must be a time like 2026-01-31T08:00:00, in PLATFORM_TZ')
  return rangeOf({ start: since }, processConfig().platformTz).since
}

async function showStatus(db: Db): Promise<void> {
  const endpoint = await getLastEndpoint(db)
  if (!endpoint) say('nobody is told: there never was a webhook')
  else if (endpoint.endedAt) say(`nobody is told: webhooks were stopped at ${endpoint.endedAt}`)
  else say(`told to ${endpoint.url} since ${endpoint.since}`)
  const counts = await getOutboxCounts(db)
  say(`${counts?.waiting ?? 0} waiting, ${counts?.dead ?? 0} given up`)
  say(`${await countNotSent(db)} not sent`)
}

async function sendNotSent(db: Db, since: string | undefined, overtaken: boolean): Promise<void> {
  const endpoint = await getLastEndpoint(db)
  if (endpoint?.endedAt !== null)
    throw new CommandError('There is no webhook: nobody would be told. See --use-webhook.')
  say(`${await reviveNotSent(db, { since: momentOf(since), overtaken })} will be sent`)
  const left = await countNotSent(db)
  if (left > 0)
    say(`${left} stay not sent: decided before that time, or a later decision was told already`)
}

async function outbox(db: Db): Promise<void> {
  const values = readArguments()
  if (values.status) return showStatus(db)
  if (values.retry) return say(`${await reviveDead(db)} will be sent again`)
  if (values['send-not-sent']) return sendNotSent(db, values.since, values.overtaken ?? false)
  if (values['use-webhook']) {
    const { webhook } = processConfig()
    if (!webhook) throw new CommandError('WEBHOOK_URL and WEBHOOK_SECRET are not set')
    const changed = await useWebhook(db, webhook)
    return say(`${changed ? 'from now on' : 'already'} told to ${webhook.url}`)
  }
  if (values['stop-webhook'])
    return say((await stopWebhook(db)) ? 'nobody is told from now on' : 'nobody was told')
  if (!values.list) throw new CommandError(usage)
  for (const { eventId, queue, subject, action, attempts, lastError } of await findDead(db))
    say(`${eventId}\t${queue} ${subject}\t${action}\t${attempts} attempts\t${lastError}`)
}

await runCommand(outbox)
