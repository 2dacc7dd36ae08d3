/*
 * What reviewing is, in plain code and on its own: it knows nothing of the server, of its rules or of
 * SQL. Statuses are the wire's numbers.
 */

const pending = 0
const rejected = 3
const approved = 5
const takenDown = 8

export const kinds = ['projectVideo', 'personalVideo', 'certification', 'project'] as const
export type Kind = (typeof kinds)[number]

export interface Action {
  does: 'approve' | 'reject' | 'takeDown' | 'feature' | 'categorize' | 'reopen' | 'dismiss'
  on: Kind
  /** Which of three people; the first is the administrator, the others review. */
  by: number
  /** The reason; for a take-down which reasons, and which category. */
  words: 'a' | 'b' | ''
}

/** What the server has to answer. */
export interface Outcome {
  code: number
  /** Who came first, and what they did. */
  first?: { by: number; does: string }
}

export interface Item {
  status: number
  featured: boolean
  category: string
  reports: number[]
  /** Every event on it and, apart, on its reports: what, who, before, after and why. */
  events: [does: string, by: number, before: number, after: number | null, words: string][]
  reportEvents: [does: string, by: number][]
  last?: Action
  lastClosing?: Action
}

export const newItems = () =>
  Object.fromEntries(
    kinds.map((kind) => [
      kind,
      { status: pending, featured: false, category: '', reports: [], events: [], reportEvents: [] },
    ]),
  ) as unknown as Record<Kind, Item>

const leads: Record<string, { from: number[]; to: number }> = {
  approve: { from: [pending], to: approved },
  reject: { from: [pending], to: rejected },
  takeDown: { from: [pending, approved], to: takenDown },
  reopen: { from: [approved, rejected, takenDown], to: pending },
}

const done: Outcome = { code: 200 }
const alreadyDone = (past: Action | undefined): Outcome =>
  past ? { code: 409, first: { by: past.by, does: past.does } } : { code: 409 }
const isSame = (past: Action | undefined, { does, by, words }: Action) =>
  past?.does === does && past.by === by && (does === 'approve' || past.words === words)

function closeReports(item: Item, action: Action, to: number): boolean {
  const open = item.reports.filter((one) => one === pending)
  item.reports = item.reports.map((one) => (one === pending ? to : one))
  for (const _ of open) item.reportEvents.push([action.does, action.by])
  if (open.length > 0) item.lastClosing = action
  return open.length > 0
}

/** Does it to the item, and returns what the server has to answer. */
export function act(item: Item, action: Action): Outcome {
  const { does, on, by, words } = action
  if (does === 'reopen' && by !== 0) return { code: 403 }
  if (does === 'dismiss') {
    if (closeReports(item, action, rejected)) return done
    const past = item.lastClosing
    return past?.does === 'dismiss' && past.by === by ? done : alreadyDone(past)
  }
  if (does === 'feature' || does === 'categorize') {
    if (does === 'feature' ? item.featured : item.category === words) return done
    if (![pending, approved].includes(item.status)) return alreadyDone(item.last)
    if (does === 'feature') item.featured = true
    else item.category = words
    item.events.push([does, by, item.status, null, ''])
    return done
  }
  const needsWords = does !== 'approve' && !(does === 'reject' && on === 'certification')
  if (needsWords && words === '') return { code: 400 }
  const { from, to } = leads[does] as { from: number[]; to: number }
  if (!from.includes(item.status)) return isSame(item.last, action) ? done : alreadyDone(item.last)
  const why = does === 'reject' || does === 'reopen' ? words : ''
  item.events.push([does, by, item.status, to, why])
  item.status = to
  item.last = action
  if (does === 'takeDown') closeReports(item, action, takenDown)
  return done
}
