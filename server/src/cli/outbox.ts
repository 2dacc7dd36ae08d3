import { parseArgs } from 'node:util'
import { findDead, reviveDead } from '../store/outbox.ts'
import { CommandError, runCommand } from './run.ts'

/* npm run outbox -- --list | --retry: decisions that the platform could not be told of. */

await runCommand(async (db) => {
  const { values } = parseArgs({
    options: { list: { type: 'boolean' }, retry: { type: 'boolean' } },
  })
  const say = (line: string) => process.stdout.write(`${line}\n`)
  if (values.retry) return void say(`${await reviveDead(db)} will be sent again`)
  if (!values.list) throw new CommandError('npm run outbox -- --list | --retry')
  for (const { eventId, queue, subject, action, attempts, lastError } of await findDead(db))
    say(`${eventId}\t${queue} ${subject}\t${action}\t${attempts} attempts\t${lastError}`)
})
