import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { seedDemo } from '../../src/db/demo/seed.ts'
import { databaseName, ownerRole } from '../../src/db/embedded/cluster.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openPool } from '../../src/db/pool.ts'
import { hashPassword } from '../../src/domain/passwords.ts'
import { launchCluster, withoutSync } from './cluster.ts'
import { moveTemporaryFolders } from './memory-folder.ts'

/*
 * One PostgreSQL for the whole run: an empty and a demo database, migrated once, from which every
 * test file gets a copy of its own in a fraction of a second. Servers that start a PostgreSQL of their
 * own can have a copy of its folder, as it was before the run.
 */

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    appUrl: string
    readyDataDir: string
  }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

export default async function setup(project: TestProject) {
  const moveBack = moveTemporaryFolders()
  const folder = await mkdtemp(join(tmpdir(), 'screening-room-test-'))
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  const first = await launchCluster(dataDir, withoutSync)
  await migrate(first.adminUrl, first.appUrl)
  await first.stop()
  const readyDataDir = join(folder, 'ready')
  await cp(dataDir, readyDataDir, { recursive: true })

  const postgres = await launchCluster(dataDir, withoutSync)
  const client = new pg.Client({ connectionString: withDatabase(postgres.adminUrl, 'postgres') })
  await client.connect()
  // Its password was set when the cluster was made, before the settings of the tests.
  const { password } = new URL(postgres.adminUrl)
  await client.query(`alter role ${ownerRole} password ${client.escapeLiteral(password)}`)
  await client.query(`create database template_empty template ${databaseName}`)
  await client.query('create database template_demo template template_empty')
  await client.end()

  const demo = openPool({
    url: withDatabase(postgres.adminUrl, 'template_demo'),
    size: 2,
    timeZone: 'Asia/Shanghai',
    patient: true,
    onError: () => {},
  })
  const known = await hashPassword('screening-room')
  await seedDemo(demo, Date.now(), { known, unusable: known })
  await demo.close()

  project.provide('adminUrl', postgres.adminUrl)
  project.provide('appUrl', postgres.appUrl)
  project.provide('readyDataDir', readyDataDir)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
    moveBack()
  }
}
