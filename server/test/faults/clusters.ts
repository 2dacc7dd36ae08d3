import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { clusterOf } from '../../src/db/embedded/account.ts'
import { type LaunchedCluster, launchCluster } from '../setup/cluster.ts'
import { until } from '../setup/test-support.ts'
import { newDataDir, postmasterOf, signalWhole } from './processes.ts'

/* PostgreSQL run by an operator: servers know its address and nothing else. */

export interface Cluster extends LaunchedCluster {
  dataDir: string
  /** Its process. */
  pid: number
}

const running = new Set<Cluster>()

export function endClustersAfterwards(): void {
  afterAll(async () => {
    for (const cluster of running) {
      signalWhole(cluster.pid, 'SIGCONT')
      await cluster.stop()
    }
  })
}

export async function startCluster(
  dataDir = newDataDir(),
  settings: string[] = [],
  options: { standby?: boolean } = {},
): Promise<Cluster> {
  const launched = await launchCluster(dataDir, settings, options)
  const cluster: Cluster = {
    ...launched,
    dataDir,
    pid: postmasterOf(dataDir),
    stop: async () => {
      running.delete(cluster)
      await launched.stop()
    },
  }
  running.add(cluster)
  return cluster
}

export async function ask<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

/** A copy that follows: what is committed is acknowledged once it is in both. */
export async function startStandby(primary: Cluster): Promise<Cluster> {
  const dataDir = newDataDir()
  const client = new pg.Client({ connectionString: primary.adminUrl })
  await client.connect()
  await client.query(`select pg_create_physical_replication_slot('standby', true)`)
  await client.query(`select pg_backup_start('standby', true)`)
  const passed = /postmaster\.(pid|opts)$|server\.pid$|postgres\.log$/
  cpSync(primary.dataDir, dataDir, { recursive: true, filter: (path) => !passed.test(path) })
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  const folder = clusterOf(dataDir)
  rmSync(join(folder, 'pg_replslot', 'standby'), { recursive: true, force: true })
  writeFileSync(join(folder, 'backup_label'), rows[0].labelfile)
  writeFileSync(join(folder, 'standby.signal'), '')
  const { username, password, searchParams, port } = new URL(primary.adminUrl)
  const socket = searchParams.get('host') ?? '127.0.0.1'
  const from = `host=${socket} port=${port} user=${username} password=${password} application_name=standby`
  const standby = await startCluster(
    dataDir,
    [`primary_conninfo=${from}`, 'primary_slot_name=standby'],
    { standby: true },
  )
  await ask(primary.adminUrl, `alter system set synchronous_standby_names = 'standby'`)
  await ask(primary.adminUrl, 'select pg_reload_conf()')
  const inStep = `select 1 from pg_stat_replication where sync_state = 'sync'`
  await until(async () => (await ask(primary.adminUrl, inStep)).length === 1)
  return standby
}
