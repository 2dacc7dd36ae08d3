import { status } from '@screening-room/contract/review'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './db/pool.ts'
import { cookieSecrets } from './domain/cookie-secrets.ts'
import type { MediaStore } from './domain/media.ts'
import { endpointSecrets, factorSecrets } from './domain/secret-box.ts'
import { readAppFiles, serveAppFiles } from './http/app-files.ts'
import { limitConcurrency } from './http/concurrency.ts'
import { limitConnections } from './http/connections.ts'
import { makeJar } from './http/cookies.ts'
import { guard } from './http/guard.ts'
import { securityHeaders } from './http/headers.ts'
import { knownSessions } from './http/known-sessions.ts'
import { linkMailer } from './http/mail.ts'
import { makeMetrics, watchRecord, watchStore } from './http/metrics.ts'
import { openApp, passBodiesOn, readBodiesAsBytes } from './http/open-app.ts'
import { guardOrigin } from './http/origin.ts'
import { type RouteEntry, requirePolicies } from './http/policy.ts'
import { tellWhenDraining } from './http/shutdown.ts'
import { accountRoutes } from './routes/account.ts'
import { categoryRoutes } from './routes/categories.ts'
import { certificationRoutes } from './routes/certifications.ts'
import { confirmationRoutes } from './routes/confirmations.ts'
import { endpointRoutes } from './routes/endpoints.ts'
import { eventRoutes } from './routes/events.ts'
import { exportRoutes } from './routes/exports.ts'
import { factorRoutes } from './routes/factors.ts'
import { fileRoutes } from './routes/files.ts'
import { focusRoutes } from './routes/focus.ts'
import { historyRoutes } from './routes/history.ts'
import { keyRoutes } from './routes/keys.ts'
import { liveRoutes } from './routes/live.ts'
import { memberRoutes } from './routes/members.ts'
import { operationRoutes } from './routes/operations.ts'
import { overviewRoutes } from './routes/overview.ts'
import { platformRoutes } from './routes/platform.ts'
import { projectRoutes } from './routes/projects.ts'
import { providerRoutes } from './routes/provider.ts'
import { reasonRoutes } from './routes/reasons.ts'
import { recordRoutes } from './routes/record.ts'
import { recordExportRoutes } from './routes/record-exports.ts'
import { reportRoutes } from './routes/reports.ts'
import { roleRoutes } from './routes/roles.ts'
import { sessionRoutes } from './routes/session.ts'
import { ssoRoutes } from './routes/sso.ts'
import { strikeRoutes } from './routes/strikes.ts'
import { teamRoutes } from './routes/team.ts'
import { versionRoutes } from './routes/versions.ts'
import { videoRoutes } from './routes/videos.ts'

export type App = FastifyInstance

export interface Parts {
  config: Config
  db: Db
  media: MediaStore
  mediaKey: Buffer
  log: Logger
  /** The built app; where there is none, only the calls are served. */
  webFolder: string
  /** Whether accounts exist whose password is published. */
  demo: boolean
}

export async function buildApp({ log, webFolder, ...parts }: Parts): Promise<{
  app: FastifyInstance
  routes: readonly RouteEntry[]
}> {
  const { config, db } = parts
  const app = openApp(config, log)
  app.decorate('undoGraceSeconds', config.undoGraceSeconds)
  const routes = requirePolicies(app)
  readBodiesAsBytes(app)
  tellWhenDraining(app)
  const jar = makeJar(config)
  const secrets = cookieSecrets(parts.mediaKey)
  const known = knownSessions(jar, secrets)
  limitConnections(app, config, known)
  securityHeaders(app, config)
  limitConcurrency(app)
  const gate = guard(app, db, config, jar, known)
  const metrics = makeMetrics(app)
  watchStore(metrics, db, status.pending)
  watchRecord(metrics, db)

  const box = endpointSecrets(parts.mediaKey)
  const factorBox = factorSecrets(parts.mediaKey)
  const links = { secrets, mails: config.mail !== undefined }
  const mailLink = linkMailer(config, log)
  const made = { jar, secrets, links, mailLink, box, factorBox, metrics }
  const context = { ...parts, ...made, app, gate }
  sessionRoutes(context)
  ssoRoutes(context)
  accountRoutes(context)
  factorRoutes(context)
  teamRoutes(context)
  roleRoutes(context)
  confirmationRoutes(context)
  certificationRoutes(context)
  projectRoutes(context)
  videoRoutes(context)
  reportRoutes(context)
  categoryRoutes(context)
  historyRoutes(context)
  eventRoutes(context)
  exportRoutes(context)
  recordExportRoutes(context)
  strikeRoutes(context)
  recordRoutes(context)
  focusRoutes(context)
  reasonRoutes(context)
  keyRoutes(context)
  endpointRoutes(context)
  overviewRoutes(context)
  liveRoutes(context)
  platformRoutes(context)
  versionRoutes(context)
  memberRoutes(context)
  fileRoutes(context)
  operationRoutes(context)
  serveAppFiles(app, await readAppFiles(webFolder))
  await app.ready()
  return { app, routes }
}

/** The app in front of an existing provider. It needs no store. */
export async function buildProviderApp(
  config: Config,
  apiHost: string,
  log: Logger,
  webFolder: string,
): Promise<FastifyInstance> {
  const app = openApp(config, log)
  requirePolicies(app)
  passBodiesOn(app)
  tellWhenDraining(app)
  // The provider knows its sessions; to us all connections are alike.
  limitConnections(app, config, { includes: () => false, remember: () => {} })
  securityHeaders(app, config)
  guardOrigin(app, config)
  const metrics = makeMetrics(app)
  await providerRoutes({ app, config, apiHost, metrics, webFolder })
  await app.ready()
  return app
}
