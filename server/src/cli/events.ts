import { parseArgs } from 'node:util'
import { verifyWhole } from '../domain/verification.ts'
import { say } from './output.ts'
import { CommandError, runCommand } from './run.ts'

/* npm run events -- --verify: whether every recorded event is still as it was sealed. The screen shows it too. */

await runCommand(async (db) => {
  const { values } = parseArgs({ options: { verify: { type: 'boolean' } } })
  if (!values.verify) throw new CommandError('npm run events -- --verify')
  const { report, seal } = await verifyWhole(db)
  if (!report.intact)
    throw new CommandError(`the chain is broken at event ${report.event}: ${report.why}`)
  say(`intact: ${report.events} events`)
  if (seal) say(`seal: ${seal}`)
})
