import type { Queue } from '@screening-room/contract/queues'
import { isSaidToMay } from '../api/permissions.ts'

/* Where the events are that a figure is made of. */

interface RecordFilters {
  action?: string
  queue?: Queue | undefined
  person?: number
  /** Days. */
  start?: string
  end?: string
}

/** The address of these events; undefined for people who may not see the record. */
export function recordAddress(filters: RecordFilters): string | undefined {
  if (!isSaidToMay('audit')) return undefined
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `#/dashboard/record?${query}`
}
