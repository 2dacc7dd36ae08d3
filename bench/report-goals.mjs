import { number, table } from './tables.mjs'

/* The goals of docs/performance.md. */

/** What was promised, and what was measured of it. */
export function inShort(
  { lists, search, http, decisions, receipts, claims, mixed, imports, focus, overview, screens },
  last,
) {
  const rows = []
  const add = (what, goal, measured) => rows.push([what, goal, measured])
  if (lists) {
    add('last page with its exact total, naive ÷ ours', '≥ 500', `**${number(last.times)}**`)
    add(
      'any page of any filter ÷ the same at 10,000 rows',
      '≤ 2',
      `at most **${lists.worstToSmall.toSmall}**`,
    )
    add(
      'any page of any filter ÷ its own first page',
      '≤ 1.5',
      `at most **${lists.worstToFirst.toFirst}**`,
    )
  }
  if (search) {
    const asked = search.rows.filter(({ kind }) => /^(two Chinese|an English|an id)/.test(kind))
    const p95 = Math.max(...asked.map((row) => row.p95))
    const { compared, wrong } = search.equal
    add('search, p95 of words and ids, alone and with filters', '≤ 50 ms', `at most **${p95} ms**`)
    add('search against a scan with LIKE', 'equal', `**${compared - wrong.length} of ${compared}**`)
  }
  if (http) {
    add('HTTP, last page ÷ first page, calls per second', '≥ 0.6', `**${http.lastToFirst}**`)
    add(
      'HTTP ÷ the same statement as raw SQL on as many connections, first and last page',
      '≥ 0.6',
      `**${http.toRaw.first}**, **${http.toRaw.last}**`,
    )
  }
  if (decisions) {
    const hot = decisions.rows.find(({ clients }) => clients === 16)
    add('decisions, 16 clients on one hour, with ÷ without counters', '≥ 0.45', `**${hot.share}**`)
  }
  if (receipts)
    add(
      'processor time of a decision with a receipt, with ÷ without what the overview counts',
      '≤ 1.05',
      `**${receipts.ratio}**`,
    )
  if (claims) {
    add('next item and its decision, 100,000 pending ÷ 1,000', '≥ 0.5', `**${claims.toFew}**`)
    add('the same while others hold 5,000', '≥ 0.5', `**${claims.heldToFew}**`)
    add('items that were in two hands', '0', `**${claims.twice}**`)
  }
  if (overview) {
    const { events, worstToSmall, slowestMs, exported } = overview
    const many = `${number(events)} decisions`
    add(`figures of the overview, ${many} ÷ 10,000`, '≤ 2', `**${worstToSmall}**`)
    add(`the slowest of these figures, ${many}`, '≤ 50 ms', `**${slowestMs} ms**`)
    add(
      'what the server grows by, exporting a million events',
      '≤ 100 MB',
      `**${exported.memoryMb} MB**`,
    )
  }
  if (imports) {
    add(
      "p95 of reviewers' lists during an import ÷ without",
      '≤ 1.5',
      `**${imports.reviewersRatio}**`,
    )
    add("the same during the platform's calls", '≤ 1.5', `**${imports.callsRatio}**`)
    add(
      'rows a second of an import into an empty store',
      '≥ 20,000',
      `**${number(imports.empty)}**`,
    )
    add('rows a second of an import beside reviewers', '≥ 3,000', `**${number(imports.live)}**`)
    add('counters against rows after an import', '0 off', `**${imports.drift}** off`)
  }
  if (mixed)
    add('counters against rows after an hour of mixed load', '0 off', `**${mixed.drift}** off`)
  if (focus) {
    const [{ pictureP75, frameP75 }] = focus.swaps
    const loaded = focus.swaps.find(({ asked }) => asked > 0)
    const beside = (name) => (loaded ? `, beside load ${loaded[name]} ms` : '')
    const [byKeys, byList] = focus.sessions
    const slow = `processor slowed down ${focus.slowDown} times, p75`
    add(
      `focus review: key to the next item's picture, ${slow}`,
      '≤ 120 ms',
      `**${pictureP75} ms**${beside('pictureP75')}`,
    )
    add(
      `focus review: key to its first frame, ${slow}`,
      '≤ 300 ms',
      `**${frameP75} ms**${beside('frameP75')}`,
    )
    add(
      'keys and clicks per item, focus review beside the list',
      'fewer',
      `**${byKeys.perItem}** beside ${byList.perItem}`,
    )
  }
  if (screens) {
    const { toFirst } = screens.rows.find(({ screen }) => screen === 'overview')
    add('the overview, opened by its address ÷ the first table', '≤ 1.3', `**${toFirst}**`)
  }
  return table(['what', 'goal', 'measured'], rows)
}
