import { type Figure, type FigureFilters, figureFilters } from '@screening-room/contract/figures'
import type { Queue } from '@screening-room/contract/queues'
import { isSaidToMay } from '../api/permissions.ts'

/* Where the events are that a figure is made of. */

interface RecordFilters extends FigureFilters {
  queue?: Queue | undefined
  /** A report reason. */
  reason?: number
  /** Since Monday, midnight. */
  weekHour?: number
  /** Days. */
  start?: string
  end?: string
}

/** The address of these events; undefined for people who may not see the record. */
function recordAddress(filters: RecordFilters): string | undefined {
  if (!isSaidToMay('audit')) return undefined
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `#/dashboard/record?${query}`
}

/** The events of a figure, of everybody or of one person. */
export const figureAddress = (
  figure: Figure,
  {
    person,
    ...filters
  }: Omit<RecordFilters, keyof FigureFilters> & { person?: number | undefined },
) => recordAddress({ ...filters, ...figureFilters(figure, person) })
