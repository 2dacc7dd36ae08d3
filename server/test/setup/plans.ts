import pg from 'pg'
import type { Db, Tx } from '../../src/db/pool.ts'
import type { Sql } from '../../src/db/sql.ts'

/* A connection on which PostgreSQL itself explains everything it runs: functions and triggers as well. */

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Rows Removed by Filter'?: number
  'Actual Rows'?: number
  'Actual Loops'?: number
  Plans?: PlanNode[]
}

/** Tables that grow with the platform. What waits to be folded or sealed is kept short, and is not one. */
const large = new Set([
  'video',
  'certification',
  'project',
  'report',
  'searchable',
  'member',
  'video_tag',
  'event',
  'event_seal',
  'outbox',
  'delivery',
  'waiting',
  'lease',
  'skipped',
  'tally',
  'work_tally',
  'session',
  'device',
  'action_request',
  'platform_id',
  'item_version',
  'login_throttle',
])

/** Rows that a scan may read and discard, and rows that it may find. */
const maxRemovedRows = 300
const many = 4000

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/** What a plan does outside an index, in words; nothing where it is as it should be. */
function outsideIndex(node: PlanNode): string | undefined {
  const table = node['Relation Name']
  if (table === undefined || !large.has(table)) return undefined
  const type = node['Node Type']
  if (type === 'Seq Scan') return `reads all of ${table}`
  const loops = node['Actual Loops'] ?? 1
  const rows = (node['Actual Rows'] ?? 0) * loops
  if (
    /^Index (Only )?Scan$/.test(type) &&
    node['Index Cond'] === undefined &&
    rows > maxRemovedRows
  )
    return `reads all of ${node['Index Name']}`
  if (rows > many) return `reads ${rows} rows of ${table}`
  const removed = (node['Rows Removed by Filter'] ?? 0) * loops
  return removed > maxRemovedRows
    ? `reads ${removed} rows of ${table} and discards them`
    : undefined
}

export interface Explained {
  db: Db
  /** How many statements ran since the last time, and what they did outside an index. */
  seen(): Promise<{ statements: number; complaints: string[] }>
  run(text: string): Promise<unknown>
  close(): Promise<void>
}

/** As the owner, since only a superuser may load the extension. Transactions are rolled back. */
export async function explained(url: string): Promise<Explained> {
  const client = new pg.Client({ connectionString: url })
  let plans: PlanNode[] = []
  client.on('notice', ({ message = '' }) => {
    const text = /^duration: .* plan:\n(\{[\s\S]*)$/.exec(message)?.[1]
    if (text) plans.push((JSON.parse(text) as { Plan: PlanNode }).Plan)
  })
  await client.connect()
  await client.query(`
    load 'auto_explain';
    set timezone = 'Asia/Shanghai';
    set jit = off;
    set auto_explain.log_nested_statements = on;
    set auto_explain.log_format = json;
    set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off;
    set auto_explain.log_level = notice;
    set auto_explain.log_min_duration = 0`)
  const query = async (statement: Sql) => {
    const { text, values } = statement.compile()
    return (await client.query(text, values)).rows
  }
  const db = {
    query,
    async transaction<T>(work: (tx: Tx) => Promise<T>) {
      await client.query('savepoint inner_work')
      return work({ query } as Tx).finally(() => client.query('rollback to savepoint inner_work'))
    },
    close: () => client.end(),
  } as Db
  return {
    db,
    async seen() {
      // A plan is explained when the statement after it begins.
      await client.query('values (1)')
      const found = plans
        .flatMap(nodesOf)
        .map(outsideIndex)
        .filter((text) => text !== undefined)
      const statements = plans.length - 1
      plans = []
      return { statements, complaints: [...new Set(found)] }
    },
    run: (text) => client.query(text),
    close: () => client.end(),
  }
}

/** They read everything because that is their task, by command and not by request. */
export const readsAll = [
  'findDrift',
  'findWrongSums',
  'findWaitingDrift',
  'findWorkDrift',
  'findWrongWork',
  'rebuildTallies',
  'rebuildWaiting',
  'rebuildWork',
  // Once an hour, on one replica: it counts what waits, which is a small table.
  'noteBacklog',
  // By request: it counts what waits for each endpoint, in an index.
  'findEndpoints',
  'getOutboxCounts',
  'reviveNotSent',
  'countNotSent',
  // By an operator, in a quiet hour.
  'rewriteTables',
  // After an erasure, where files are in a folder of ours.
  'findNamesInUse',
  // By request, and at most a sample of its pages.
  'countVideosWith',
]
/** They write SQL, and run none. */
export const runsNothing = [
  'findPage',
  'findKeyset',
  'inBatches',
  'foundByWords',
  'foundByNumber',
  'rowsOf',
  'conditions',
  'beforeEnd',
  'secondsSince',
  'wireTime',
  'waitingIds',
  'isInUse',
  'insertEvents',
  'insertOutboxRows',
  'takeBackRows',
  'externalIdOf',
  'ownExternalId',
  'idNamed',
  'memberName',
  'factsOf',
  'hasVersions',
]
