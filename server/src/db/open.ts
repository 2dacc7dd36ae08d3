import { checkDatabase } from './check.ts'
import { findRunning } from './embedded/running.ts'
import { DataFolderBusy, type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { type Db, openPool } from './pool.ts'
import { sessionSettings } from './settings.ts'

export interface StoreOptions {
  databaseUrl: string | undefined
  databaseAdminUrl: string | undefined
  databasePool: number
  dataDir: string
  dataDirChosen: boolean
  platformTz: string
  patient?: boolean
}

export interface Store {
  db: Db
  embedded: EmbeddedPostgres | undefined
  /** With the rights of the tables' owner, which the server itself does without, and with long timeouts. */
  asOwner<T>(work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

type Say = (line: string) => void

/** Connects to the PostgreSQL that was named, or starts our own, and brings its schema up to date. */
export async function openStore(options: StoreOptions, say: Say): Promise<Store> {
  const embedded = options.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: options.dataDir, explicit: options.dataDirChosen, log: say })
  try {
    return await connect(options, embedded?.adminUrl, embedded, say)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** For commands beside a running server: its embedded database is used, not refused. */
export async function openStoreBeside(options: StoreOptions, say: Say): Promise<Store> {
  try {
    return await openStore(options, say)
  } catch (error) {
    if (!(error instanceof DataFolderBusy)) throw error
    const running = findRunning(options.dataDir, options.dataDirChosen)
    return connect({ ...options, databaseUrl: running.appUrl }, running.adminUrl, undefined, say)
  }
}

async function connect(
  options: StoreOptions,
  ownerUrl: string | undefined,
  embedded: EmbeddedPostgres | undefined,
  say: Say,
): Promise<Store> {
  const appUrl = embedded?.appUrl ?? options.databaseUrl ?? ''
  const adminUrl = ownerUrl ?? options.databaseAdminUrl ?? appUrl
  const { platformTz: timeZone } = options
  const schema = await checkDatabase({ admin: adminUrl, app: appUrl }, (schema) =>
    sessionSettings({ timeZone, schema }),
  )
  const applied = await migrate(adminUrl, appUrl, say)
  if (applied.length > 0) say(`applied ${applied.length} migrations`)
  const open = (url: string, size: number, patient = options.patient) =>
    openPool({
      url,
      size,
      timeZone,
      schema,
      patient,
      onError: (error) => say(`a database connection was lost: ${error.message}`),
    })
  const db = open(appUrl, options.databasePool)
  return {
    db,
    embedded,
    asOwner: async (work) => {
      const owner = open(adminUrl, 2, true)
      return work(owner).finally(() => owner.close())
    },
    close: async () => {
      await db.close()
      await embedded?.stop()
    },
  }
}
