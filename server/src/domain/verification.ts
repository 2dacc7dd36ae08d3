import type { Db, Tx } from '../db/pool.ts'
import { type Actor, appendEvents } from '../store/events.ts'
import {
  type Finding,
  getLastSeal,
  getRunning,
  insertFinding,
  insertVerification,
  lockVerification,
  setFinding,
  setProgress,
} from '../store/verifications.ts'
import { type ChainReport, chainRoot, verifyChain, walkOn } from './event-chain.ts'

/* Verifications of the record that are kept: asked for by a person, each night, or by a command. */

/** One at a time: where one is under way, it is joined. */
export async function askForVerification(tx: Tx, by: Actor): Promise<number> {
  const id = await insertVerification(tx, 'person', by.nickName)
  if (id === undefined) return (await getRunning(tx))?.id ?? 0
  await appendEvents(tx, by, [id], { action: 'record.verify', queue: 'record' })
  return id
}

/**
 * The next part of the verification that is under way, in a transaction of its own: after a kill any replica goes
 * on from there. Returns whether there is more to do, and the report at the end.
 */
export async function verifyOn(db: Db): Promise<'nothing' | 'more' | ChainReport> {
  return db.transaction(async (tx) => {
    const open = await lockVerification(tx)
    if (!open) return 'nothing'
    const next = await walkOn(tx, open, true)
    if ('intact' in next) {
      await setFinding(tx, open.id, await findingOf(tx, next))
      return next
    }
    await setProgress(tx, open.id, next)
    return 'more'
  })
}

async function findingOf(db: Db | Tx, report: ChainReport): Promise<Finding> {
  if (!report.intact) return report
  return { intact: true, root: await chainRoot(db, report.events) }
}

/** From end to end, and kept; also returns the seal that is to be kept elsewhere. */
export async function verifyWhole(db: Db): Promise<{ report: ChainReport; seal?: string }> {
  const report = await verifyChain(db, true)
  const finding = await findingOf(db, report)
  const upTo = report.intact ? report.events : ((await getLastSeal(db))?.position ?? 0)
  await insertFinding(db, upTo, finding)
  const { root } = finding
  return root ? { report, seal: `${upTo}:${root.toString('hex')}` } : { report }
}
