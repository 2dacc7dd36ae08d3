/* What went wrong below, in the three kinds the rest of the server tells apart. */

export class DatabaseBusy extends Error {}

/** A connection that must not be used; the next one may be better. */
export class UnfitConnection extends Error {}

/** A database that cannot serve us as it is: the sentence says why, and what to do. */
export class DatabaseUnfit extends Error {}

const connectionStates = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '08000',
  '08003',
  '08006',
  '08001',
  '08004',
])
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'ENOTFOUND',
])
const driverMessages =
  /Connection terminated|connection timeout|Query read timeout|Client has encountered a connection error|Cannot use a pool after/i

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : ''
}

/** The connection is gone or was never there: nothing can be said about what it carried. */
export function isConnectionError(error: unknown): boolean {
  if (error === undefined) return false
  if (error instanceof UnfitConnection) return true
  const code = codeOf(error)
  if (connectionStates.has(code) || socketCodes.has(code)) return true
  return error instanceof Error && driverMessages.test(error.message)
}

/** Too many connections, a lock or a statement that took too long, a serialisation that lost. */
export function isBusyError(error: unknown): boolean {
  if (error instanceof DatabaseBusy) return true
  return ['53300', '55P03', '57014', '40001', '40P01', '25P03', '25P04'].includes(codeOf(error))
}

/** A lock that was not granted in time, or a deadlock that PostgreSQL ended. */
export function isLockConflict(error: unknown): boolean {
  return ['55P03', '40P01'].includes(codeOf(error))
}

export function isDiskFull(error: unknown): boolean {
  return ['53100', '53200', '58030'].includes(codeOf(error))
}

/** A standby, or a database or role that was set to read-only. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006'
}
