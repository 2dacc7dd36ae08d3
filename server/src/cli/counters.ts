import { parseArgs } from 'node:util'
import {
  findDrift,
  findWaitingDrift,
  findWrongSums,
  rebuildTallies,
  rebuildWaiting,
  rebuildWork,
} from '../store/housekeeping.ts'
import { findWorkDrift, findWrongWork } from '../store/work.ts'
import { say } from './output.ts'
import { CommandError, runCommand } from './run.ts'

/* npm run counters -- --check | --rebuild: whether the counters agree with the rows; works on a live system. */

function wrong(off: number): string {
  if (off === 0) return 'with a wrong time or number of reports'
  return off > 0 ? 'pending and not handed out' : 'handed out and not pending'
}

await runCommand(async (db) => {
  const { values } = parseArgs({
    options: { check: { type: 'boolean' }, rebuild: { type: 'boolean' } },
  })
  if (values.rebuild) {
    await rebuildTallies(db)
    await rebuildWaiting(db)
    await rebuildWork(db)
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
      `${astray.length} items wait wrongly, first ${item.queue} ${item.subject}: ${wrong(item.off)}`,
    )
  const work = [...(await findWorkDrift(db)), ...(await findWrongWork(db))]
  const wrongWork = work[0]
  if (wrongWork)
    throw new CommandError(
      `${work.length} counters of what was done are off, first ${wrongWork.queue} ${wrongWork.measure} ${wrongWork.value} of person ${wrongWork.person} by ${wrongWork.off}`,
    )
  say('every counter agrees with its rows')
})
