import { parseArgs } from 'node:util'
import {
  findDrift,
  findWaitingDrift,
  findWrongSums,
  rebuildTallies,
  rebuildWaiting,
} from '../store/housekeeping.ts'
import { say } from './output.ts'
import { CommandError, runCommand } from './run.ts'

/* npm run counters -- --check | --rebuild: whether the counters agree with the rows; works on a live system. */

await runCommand(async (db) => {
  const { values } = parseArgs({
    options: { check: { type: 'boolean' }, rebuild: { type: 'boolean' } },
  })
  if (values.rebuild) {
    await rebuildTallies(db)
    await rebuildWaiting(db)
    return say('every counter was counted anew')
  }
  if (!values.check) throw new CommandError('npm run counters -- --check | --rebuild')
  const drift = [...(await findDrift(db)), ...(await findWrongSums(db))]
  const first = drift[0]
  if (first)
    throw new CommandError(
      `${drift.length} counters are off, first ${first.queue} kind ${first.kind} status ${first.status} by ${first.off}`,
    )
  const astray = await findWaitingDrift(db)
  const item = astray[0]
  if (item)
    throw new CommandError(
      `${astray.length} items wait wrongly, first ${item.queue} ${item.subject}: ${item.off > 0 ? 'pending and not handed out' : 'handed out and not pending'}`,
    )
  say('every counter agrees with its rows')
})
