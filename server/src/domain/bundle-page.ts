import { secondsWatched } from '@screening-room/contract/receipt'
import type { ItemStory, RecordEntry } from '@screening-room/contract/record'
import { type Status, statusWords } from '@screening-room/contract/review'

/* The page in a bundle: the story of an item, for people. It loads nothing and runs nothing. */

const signs: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const plain = (value: unknown) =>
  String(value ?? '–').replace(/[&<>"']/g, (sign) => signs[sign] ?? '')

const row = (cells: readonly unknown[]) =>
  `<tr>${cells.map((cell) => `<td>${plain(cell)}</td>`).join('')}</tr>`

function table(title: string, heads: readonly string[], rows: readonly (readonly unknown[])[]) {
  if (rows.length === 0) return ''
  const head = heads.map((one) => `<th>${plain(one)}</th>`).join('')
  return `<h2>${plain(title)}</h2><table><thead><tr>${head}</tr></thead><tbody>${rows.map(row).join('')}</tbody></table>`
}

const statusWord = (status: number | null | undefined) =>
  status === null || status === undefined ? '' : (statusWords[status as Status]?.en ?? status)

function watched({ receipt, marks }: RecordEntry): string {
  const seconds =
    receipt && `${Math.round(secondsWatched(receipt.played))} s of ${receipt.duration ?? '?'} s`
  const marked = (marks ?? []).map(({ from, to, note }) =>
    `${from}${to ? `–${to}` : ''} ${note ?? ''}`.trim(),
  )
  return [seconds, ...marked].filter(Boolean).join('; ')
}

function eventRow(entry: RecordEntry): unknown[] {
  const { position, at, by, action, before, after, reason, reasonIds } = entry
  const change =
    after === null || after === undefined ? '' : `${statusWord(before)} → ${statusWord(after)}`
  const why = [reason, reasonIds.length > 0 && `reasons ${reasonIds.join(', ')}`].filter(Boolean)
  return [position ?? 'not sealed', at, by.nickName, action, change, why.join('; '), watched(entry)]
}

export function storyPage(story: ItemStory, entries: readonly RecordEntry[], seal: number): string {
  const { queue, id, title, introduction, status, member, versions, reports, deliveries } = story
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${plain(queue)} ${id}</title>
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>body{font:14px/1.5 system-ui,sans-serif;margin:2rem;max-width:75rem}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #bbb}</style></head><body>
<h1>${plain(queue)} ${id}: ${plain(title)}</h1>
<p>${plain(introduction)}</p>
<p>Status: ${plain(statusWord(status))}. From: ${plain(member.nickName)} (${member.id}). Submitted: ${plain(story.createdAt)}.</p>
<p>To prove the events, run <code>node verify.mjs</code> with the seal that you keep for position ${seal}. Only what it
prints is proven; this page is for reading.</p>
${table('Events', ['Place', 'Time', 'Who', 'What', 'Status', 'Reason', 'Watched'], entries.map(eventRow))}
${table(
  'Versions',
  ['Version', 'Title', 'Introduction', 'Replaced'],
  versions.map((one) => [one.version, one.title, one.introduction, one.replacedAt]),
)}
${table(
  'Reports',
  ['Report', 'Reason', 'Reporter', 'Status', 'Time'],
  reports.map((one) => [
    one.id,
    one.reasonId,
    one.reporterId,
    statusWord(one.status),
    one.createdAt,
  ]),
)}
${table(
  'Deliveries',
  ['Event', 'What', 'Endpoint', 'State', 'Attempts', 'Response', 'Time'],
  deliveries.map((one) => [
    one.event,
    one.action,
    one.endpoint ?? 'WEBHOOK_URL',
    one.state,
    one.attempts,
    one.status ?? one.error,
    one.at,
  ]),
)}
</body></html>
`
}
