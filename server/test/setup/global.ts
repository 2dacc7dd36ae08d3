import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { seedDemo } from '../../src/db/demo/seed.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openPool } from '../../src/db/pool.ts'
import { hashPassword } from '../../src/domain/passwords.ts'
import { launchCluster, withoutSync } from './cluster.ts'

/*
 * One PostgreSQL for the whole run: an empty and a demo database, migrated once, from which every
 * test file gets a copy of its own in a fraction of a second.
 */

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    appUrl: string
  }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

async function makeTemplate(client: pg.Client, adminUrl: string, appUrl: string, name: string) {
  await client.query(`create database ${name}`)
  await migrate(withDatabase(adminUrl, name), withDatabase(appUrl, name))
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'screening-room-test-'))
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  const postgres = await launchCluster(dataDir, withoutSync)
  const client = new pg.Client({ connectionString: postgres.adminUrl })
  await client.connect()
  await makeTemplate(client, postgres.adminUrl, postgres.appUrl, 'template_empty')
  await makeTemplate(client, postgres.adminUrl, postgres.appUrl, 'template_demo')
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
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
