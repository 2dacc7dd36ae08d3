import { join } from 'node:path'
import { type Account, clusterOf, settleFolder } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import {
  appRole,
  checkVersion,
  databaseName,
  ensureCluster,
  ensureDatabase,
  ownerRole,
} from './embedded/cluster.ts'
import { chooseEndpoint } from './embedded/endpoint.ts'
import { lockFolder } from './embedded/lock.ts'
import { boundLog } from './embedded/log.ts'
import { endLeftover, launchPostmaster, type Postmaster } from './embedded/postmaster.ts'

export { DataFolderBusy } from './embedded/lock.ts'

export interface EmbeddedOptions {
  /** Absolute; the cluster goes in `<dataDir>/postgres`. */
  dataDir: string
  /** The person chose this folder, so no other may stand in for it. */
  explicit: boolean
  log: (line: string) => void
}

export interface EmbeddedPostgres {
  adminUrl: string
  appUrl: string
  /** Where it really lives: not where it was asked for if root asked for a private place. */
  dataDir: string
  alive(): boolean
  /** The postmaster died though nobody asked it to stop. */
  onExit(listener: () => void): void
  /** The same folder, lock and addresses. */
  restart(): Promise<void>
  /** Resolves when the process is gone and the folder is free. */
  stop(): Promise<void>
}

const logCheckMs = 60_000

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, account } = settleFolder(options.dataDir, options.explicit, options.log)
  const lock = await lockFolder(dataDir)
  try {
    return await startUnderLock(dataDir, account, options.log, lock.release)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startUnderLock(
  dataDir: string,
  account: Account | undefined,
  log: (line: string) => void,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const cluster = clusterOf(dataDir)
  const logFile = join(dataDir, 'postgres.log')
  const binaries = findBinaries(account)
  checkVersion(dataDir, binaries)
  if (await endLeftover(cluster, binaries)) {
    log('stopped the PostgreSQL that an earlier server left running')
  }
  const passwords = await ensureCluster(dataDir, binaries, account)
  const { settings, url, remove } = await chooseEndpoint(dataDir, account)
  const maintenanceUrl = url(ownerRole, passwords.owner, 'postgres')

  const listeners = new Set<() => void>()
  let postmaster: Postmaster | undefined
  let ending = false

  const command = { binaries, cluster, account, settings, maintenanceUrl, logFile }
  const launch = async () => {
    boundLog(logFile)
    const started = await launchPostmaster(command)
    postmaster = started
    started.exited.then(() => {
      if (!ending && postmaster === started) for (const listener of listeners) listener()
    })
  }
  const halt = async () => {
    const stopping = postmaster
    postmaster = undefined
    await stopping?.stop()
  }

  await launch()
  try {
    await ensureDatabase(maintenanceUrl, passwords.app)
  } catch (error) {
    await halt()
    throw error
  }
  const logCheck = setInterval(() => {
    try {
      boundLog(logFile)
    } catch {
      // A full disk is no reason to end the server; the next check tries again.
    }
  }, logCheckMs)
  logCheck.unref()

  let restarting: Promise<void> | undefined
  let stopped: Promise<void> | undefined

  const restart = async () => {
    await halt()
    await endLeftover(cluster, binaries)
    await launch()
  }
  const stop = async () => {
    await restarting?.catch(() => {})
    clearInterval(logCheck)
    await halt()
    remove()
    release()
  }
  return {
    adminUrl: url(ownerRole, passwords.owner, databaseName),
    appUrl: url(appRole, passwords.app, databaseName),
    dataDir,
    alive: () => postmaster?.alive() ?? false,
    onExit: (listener) => {
      listeners.add(listener)
    },
    restart: () => {
      if (ending) return Promise.reject(new Error('The database is being stopped.'))
      restarting ??= restart().finally(() => {
        restarting = undefined
      })
      return restarting
    },
    stop: () => {
      ending = true
      stopped ??= stop()
      return stopped
    },
  }
}
