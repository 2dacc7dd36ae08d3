import { mostDays, type SpanInput, spans } from '@screening-room/contract/overview'
import { endOfDay, laterDay, startOfDay } from './dates.ts'

/** The days that an address of the overview asks for. A range that the call would refuse means the usual span. */
export function readSpan(query: URLSearchParams): SpanInput {
  const [from = '', to = ''] = [query.get('start') ?? '', query.get('end') ?? '']
  const [start, end] = [startOfDay(from), endOfDay(to)]
  if (start && end && from <= to && laterDay(from, mostDays) > to)
    return { span: 'today', start, end }
  return { span: spans.find((span) => span === query.get('span')) ?? '7' }
}
