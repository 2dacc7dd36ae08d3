import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { type App, buildApp, buildProviderApp } from './app.ts'
import { type Config, ConfigError, isLoopback, processConfig } from './config.ts'
import { demoAccounts, demoPassword } from './db/demo/accounts.ts'
import { copyDemoMedia } from './db/demo/files.ts'
import { seedDemo } from './db/demo/seed.ts'
import { DataFolderBusy } from './db/embedded.ts'
import { DatabaseUnfit } from './db/errors.ts'
import { openStore, type Store } from './db/open.ts'
import type { Db } from './db/pool.ts'
import { fileRemover, openMediaStore } from './domain/media.ts'
import { hashPassword } from './domain/passwords.ts'
import { endpointSecrets } from './domain/secret-box.ts'
import { closeGracefully } from './http/shutdown.ts'
import { deliverToEndpoints } from './jobs/endpoints.ts'
import { startErasures } from './jobs/erasure.ts'
import { startHousekeeping } from './jobs/housekeeper.ts'
import { deliverOutbox } from './jobs/outbox.ts'
import { startVerifications } from './jobs/verification.ts'
import { openLog } from './log.ts'
import { getAccountExists, getDemoAccountExists } from './store/accounts.ts'
import { getSecret } from './store/housekeeping.ts'

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Stops the start with a sentence, not with a stack. */
class StartRefused extends Error {}

async function seed(config: Config, db: Db): Promise<void> {
  if (!config.demoData) return
  const hashes = {
    known: await hashPassword(demoPassword),
    unusable: await hashPassword(randomBytes(32).toString('base64url')),
  }
  if (await seedDemo(db, Date.now(), hashes)) await copyDemoMedia(config.media.dir)
}

/** Before the first request: on a slow machine it may take longer than a response may. */
function prepare(config: Config, store: Store) {
  return store.asOwner(async (db) => {
    await seed(config, db)
    return {
      hasAccount: await getAccountExists(db),
      demo: await getDemoAccountExists(db),
      mediaKey: await getSecret(db, 'media', randomBytes(32)),
    }
  })
}

function refusePublicAddress({ host, publicUrl, loopbackOnly }: Config): void {
  if (loopbackOnly) return
  const address = isLoopback(host) ? `PUBLIC_URL is ${publicUrl?.origin}` : `HOST is ${host}`
  throw new StartRefused(
    `${address}, but this database holds demo accounts whose password is published. Use a database without demo data (another DATA_DIR or DATABASE_URL), or keep HOST and PUBLIC_URL on loopback.`,
  )
}

/** The next free port, unless one was asked for by name. */
async function listen(app: App, { host, port, portChosen }: Config): Promise<number> {
  for (let tried = port; ; tried++) {
    try {
      await app.listen({ host, port: tried })
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : tried
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      if (portChosen || tried >= port + 20)
        throw new StartRefused(`The port ${tried} is in use; set PORT to another one.`)
    }
  }
}

const firstAccount =
  'npm run admin -- create --phone 13900000000 --name "Li Wei" --role administrator'

/** The address, and what else there is to know at a start. */
function announce(config: Config, port: number, more: readonly string[]): void {
  const shown = config.host.includes(':') ? `[${config.host}]` : config.host
  const address = config.publicUrl?.origin ?? `http://${shown}:${port}`
  const moved = port !== config.port && config.port !== 0 ? `  (port ${config.port} is in use)` : ''
  const lines = ['', `  Screening Room  ${address}${moved}`, ...more, '']
  process.stdout.write(`${lines.join('\n').replaceAll('{address}', address)}\n`)
}

function storeLines({ demo, hasAccount }: { demo: boolean; hasAccount: boolean }): string[] {
  const accounts = demoAccounts.map(
    ({ role, phone, password }) => `  ${role.padEnd(14)}${phone} / ${password}`,
  )
  return [
    '  API docs        {address}/docs',
    ...(demo ? ['', ...accounts, '  (demo data: loopback only)'] : []),
    ...(hasAccount ? [] : ['', '  There is no account yet; create one:', `  ${firstAccount}`]),
  ]
}

/** A disk that is full, for one, is made room on: until then, and no longer, it is tried again. */
const revivalMilliseconds = 10 * 60_000

/** PostgreSQL died under us: bring it back; meanwhile requests are told to try again. */
function reviveStore({ embedded }: Store, log: Logger): void {
  embedded?.onExit(async () => {
    log.error('the embedded PostgreSQL ended by itself; starting it again')
    // Whatever ended it may well end it again while it recovers.
    const end = performance.now() + revivalMilliseconds
    for (let attempt = 1; performance.now() < end; attempt++) {
      try {
        await embedded.restart()
        if (embedded.alive()) return log.info('the embedded PostgreSQL is back')
      } catch (error) {
        log.error({ err: error, attempt }, 'the embedded PostgreSQL did not start')
      }
      await pause(Math.min(attempt, 5) * 1000)
    }
    log.fatal('the embedded PostgreSQL does not start again')
    process.exit(1)
  })
}

/** In front of an existing provider: no store, no jobs, no accounts. */
async function serveProvider(config: Config, apiHost: string, log: Logger): Promise<void> {
  const app = await buildProviderApp(config, apiHost, log, webFolder)
  const port = await listen(app, config)
  endOnSignal(log, config.shutdownNoticeSeconds * 1000, (notice) => closeGracefully(app, notice))
  const how = config.apiProxy ? 'passed on to' : 'sent by the app to'
  announce(config, port, [`  Calls are ${how} ${apiHost}`])
}

async function serveStore(config: Config, log: Logger): Promise<void> {
  const store = await openStore(config, (line) => log.info(line))
  let app: App | undefined
  try {
    const { demo, hasAccount, mediaKey } = await prepare(config, store)
    if (demo) refusePublicAddress(config)
    const media = await openMediaStore(config, mediaKey)
    const built = await buildApp({
      config,
      db: store.db,
      media,
      mediaKey,
      log,
      webFolder,
      demo,
    })
    app = built.app
    const house = startHousekeeping(store.db, log)
    const erasing = { retainDays: config.retainDays, remove: fileRemover(config.media) }
    const erasures = startErasures(store.db, erasing, log)
    const verifications = startVerifications(store.db, log)
    const outbox = deliverOutbox(store.db, config.webhook, log)
    const endpoints = deliverToEndpoints(store.db, endpointSecrets(mediaKey), log)
    const port = await listen(app, config)
    // Before the address is printed: a supervisor that reads it may stop us at once.
    endOnSignal(log, config.shutdownNoticeSeconds * 1000, async (notice) => {
      // What is being sent has the time that requests in flight have.
      await Promise.all([closeGracefully(built.app, notice), outbox.stop(), endpoints.stop()])
      await Promise.all([house.stop(), erasures.stop(), verifications.stop()])
      await store.close()
    })
    reviveStore(store, log)
    announce(config, port, storeLines({ demo, hasAccount }))
    const warning = await outbox.started
    if (warning)
      process.stdout.write(`  ${warning}

`)
  } catch (error) {
    await app?.close()
    await store.close()
    throw error
  }
}

async function main(): Promise<void> {
  const config = processConfig()
  const log = openLog(config.logLevel)
  if (config.apiHost) await serveProvider(config, config.apiHost, log)
  else await serveStore(config, log)
}

/** After the notice. */
const hardLimit = 15_000

function endOnSignal(
  log: Logger,
  noticeMilliseconds: number,
  close: (noticeMilliseconds: number) => Promise<void>,
): void {
  let ending = false
  const end = (code: number) => {
    if (ending) return
    ending = true
    // After a fault nothing more is served.
    const notice = code === 0 ? noticeMilliseconds : 0
    setTimeout(() => process.exit(code || 1), notice + hardLimit).unref()
    close(notice).then(
      () => process.exit(code),
      (error) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => end(0))
  process.on('SIGTERM', () => end(0))
  // The state is in the database only: a process that is not sure of itself had better start anew.
  const fatal = (error: unknown) => {
    log.fatal({ err: error }, 'unexpected; stopping')
    end(1)
  }
  process.on('uncaughtException', fatal)
  process.on('unhandledRejection', fatal)
}

main().catch((error: unknown) => {
  // The store's own refusals are plain errors with a sentence; anything else wants its stack.
  const plain =
    error instanceof Error &&
    [Error, ConfigError, DataFolderBusy, DatabaseUnfit, StartRefused].some(
      (kind) => error.constructor === kind,
    )
  process.stderr.write(
    plain ? `${(error as Error).message}\n` : `${(error as Error)?.stack ?? error}\n`,
  )
  process.exit(plain ? 3 : 1)
})
