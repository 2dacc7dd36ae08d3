import { clusterOf, settleFolder } from '../../src/db/embedded/account.ts'
import { findBinaries } from '../../src/db/embedded/binaries.ts'
import {
  appRole,
  databaseName,
  ensureCluster,
  ensureDatabase,
  ownerRole,
} from '../../src/db/embedded/cluster.ts'
import { chooseEndpoint } from '../../src/db/embedded/endpoint.ts'
import { launchPostmaster } from '../../src/db/embedded/postmaster.ts'

export interface LaunchedCluster {
  appUrl: string
  adminUrl: string
  stop(): Promise<void>
}

/**
 * For tests alone, that never lose power and whose passwords guard nothing: PostgreSQL does not wait for the
 * disk, which to drop a database takes a second each time, and a connection costs less to open.
 */
export const withoutSync = ['fsync=off', 'full_page_writes=off', 'scram_iterations=1']

/** PostgreSQL run by an operator: the product's own binaries, with settings of the test's. */
export async function launchCluster(
  dataDir: string,
  settings: string[],
  { standby = false } = {},
): Promise<LaunchedCluster> {
  const { account } = settleFolder(dataDir, true, () => {})
  const binaries = findBinaries(account)
  const passwords = await ensureCluster(dataDir, binaries, account)
  const { settings: endpoint, url, remove } = await chooseEndpoint(dataDir, account)
  const maintenanceUrl = url(ownerRole, passwords.owner, 'postgres')
  const logFile = `${dataDir}/postgres.log`
  const postmaster = await launchPostmaster({
    ...{ binaries, cluster: clusterOf(dataDir), account, maintenanceUrl, logFile },
    settings: [...endpoint, ...settings],
  })
  if (!standby) await ensureDatabase(maintenanceUrl, passwords.app)
  return {
    appUrl: url(appRole, passwords.app, databaseName),
    adminUrl: url(ownerRole, passwords.owner, databaseName),
    stop: async () => {
      await postmaster.stop()
      remove()
    },
  }
}
