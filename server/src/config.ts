import { isAbsolute, resolve } from 'node:path'
import { builtInNames } from '@screening-room/contract/permissions'
import { queueNames } from '@screening-room/contract/queues'
import { providerExtras } from '@screening-room/contract/settings'
import * as format from './environment.ts'
import { type Env, type Environment, openEnvironment } from './environment.ts'

/*
 * The environment, read once. A wrong value stops the start with a sentence that names it.
 * Every variable is in .env.example and docs/operations.md; a test compares the three.
 */

export class ConfigError extends Error {}

const loopbackHosts = ['127.0.0.1', 'localhost', '::1', '[::1]']
export const isLoopback = (host: string) =>
  loopbackHosts.includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host)

const isPlainHttp = (url: URL | undefined) => url?.protocol === 'http:' && !isLoopback(url.hostname)

function readAddresses({ read, given, problems }: Environment) {
  const host = read('HOST', format.listenHost, '127.0.0.1')
  const publicUrl = read('PUBLIC_URL', format.origin)
  const plainHttp = read('ALLOW_PLAIN_HTTP', format.onOff, false)
  const crossSite = read('CROSS_SITE_COOKIE', format.onOff, false)
  const apiHost = read('API_HOST', format.origin)?.origin
  const apiProxy = read('API_PROXY', format.onOff, false)
  if (apiProxy && !apiHost) problems.push('API_HOST must be set when API_PROXY is on')
  if (isPlainHttp(publicUrl) && !plainHttp)
    problems.push(
      'PUBLIC_URL must be https; for a trusted network without it, set ALLOW_PLAIN_HTTP=on as well',
    )
  if (!isLoopback(host) && !publicUrl)
    problems.push(
      'PUBLIC_URL must be set when HOST is not loopback: cookies and origins depend on it',
    )
  if (crossSite && publicUrl?.protocol !== 'https:')
    problems.push(
      'CROSS_SITE_COOKIE needs a PUBLIC_URL with https: browsers refuse the cookie otherwise',
    )
  return {
    host,
    port: read('PORT', format.whole(0, 65535), 8080),
    portChosen: given('PORT') !== undefined,
    publicUrl,
    /** Only this machine can reach the server, unless a proxy on it forwards requests. */
    loopbackOnly: isLoopback(host) && (!publicUrl || isLoopback(publicUrl.hostname)),
    plainHttp,
    allowedOrigins: read('ALLOWED_ORIGINS', format.origins, []),
    crossSite,
    trustProxy: read('TRUST_PROXY', format.networks),
    apiHost,
    apiProxy,
    apiExtras: read('API_EXTRAS', format.words(...providerExtras), []),
    avatarHost: read('AVATAR_HOST', format.prefix, '/pictures/'),
    bannerHost: read('BANNER_HOST', format.prefix, '/pictures/'),
  }
}

type Addresses = ReturnType<typeof readAddresses>

function readDatabase({ read, given, problems }: Environment, home: string, at: Addresses) {
  const { loopbackOnly, trustProxy } = at
  const dataDir = given('DATA_DIR') ?? 'data'
  const databaseUrl = read('DATABASE_URL', format.postgres)
  // Demo accounts have a published password: never on an address that others can reach.
  const demoFits = loopbackOnly && !trustProxy && !databaseUrl
  const demoData = read('DEMO_DATA', format.onOff, demoFits)
  if (demoData && !loopbackOnly)
    problems.push(
      'DEMO_DATA must be off when HOST or PUBLIC_URL is not loopback: demo accounts have a published password',
    )
  return {
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(home, dataDir),
    dataDirChosen: given('DATA_DIR') !== undefined,
    databaseUrl,
    databaseAdminUrl: read('DATABASE_ADMIN_URL', format.postgres),
    databasePool: read('DATABASE_POOL', format.whole(2, 100), 10),
    demoData,
  }
}

function readMedia({ read, given, problems }: Environment, home: string, dataDir: string) {
  const store = read('MEDIA_STORE', format.choice('local', 's3'), 'local')
  const bucket = read('MEDIA_S3_BUCKET', format.word)
  const accessKey = given('MEDIA_S3_ACCESS_KEY')
  const secretKey = given('MEDIA_S3_SECRET_KEY')
  const sessionToken = given('MEDIA_S3_SESSION_TOKEN')
  const endpoint = read('MEDIA_S3_ENDPOINT', format.origin)?.origin
  if (sessionToken !== undefined && accessKey === undefined)
    problems.push('MEDIA_S3_SESSION_TOKEN belongs to MEDIA_S3_ACCESS_KEY, which is not set')
  if (store === 's3' && !bucket) problems.push('MEDIA_S3_BUCKET must be set when MEDIA_STORE is s3')
  if ((accessKey === undefined) !== (secretKey === undefined))
    problems.push('MEDIA_S3_ACCESS_KEY and MEDIA_S3_SECRET_KEY must be set together')
  return {
    store,
    dir: resolve(home, given('MEDIA_DIR') ?? resolve(dataDir, 'media')),
    /** Before the key of each file. */
    prefix: read('MEDIA_PREFIX', format.keyPrefix, ''),
    linkSeconds: read('MEDIA_LINK_SECONDS', format.whole(10, 86_400), 600),
    hosts: read('MEDIA_HOSTS', format.hosts, []),
    /** Pictures at any https address may be shown (spec, section 3). */
    anyPicture: given('MEDIA_HOSTS') === undefined,
    s3: {
      bucket: bucket ?? '',
      region: read('MEDIA_S3_REGION', format.word, 'us-east-1'),
      endpoint,
      /** Most stores of one's own have no host name for each bucket. */
      pathStyle: read('MEDIA_S3_PATH_STYLE', format.onOff, endpoint !== undefined),
      accessKey,
      secretKey,
      sessionToken,
    },
  }
}

function readWebhook({ read, given, problems }: Environment, plainHttp: boolean) {
  const url = read('WEBHOOK_URL', format.address)
  const secret = given('WEBHOOK_SECRET')
  if (isPlainHttp(url) && !plainHttp)
    problems.push(
      'WEBHOOK_URL must be https; for a trusted network without it, set ALLOW_PLAIN_HTTP=on as well',
    )
  if (url && secret === undefined)
    problems.push('WEBHOOK_SECRET must be set when WEBHOOK_URL is: it signs what is sent')
  if (secret !== undefined && secret.length < 24)
    problems.push('WEBHOOK_SECRET must be at least 24 characters')
  return url && { url: url.href, secret: secret ?? '' }
}

function readMetricsToken({ given, problems }: Environment) {
  const token = given('METRICS_TOKEN')
  if (token !== undefined && token.length < 16)
    problems.push('METRICS_TOKEN must be at least 16 characters')
  return token
}

/** Single sign-on; undefined where no provider is named. */
function readSignOn({ read, given, problems }: Environment) {
  const issuer = read('OIDC_ISSUER', format.issuer)
  const settings = {
    clientId: given('OIDC_CLIENT_ID') ?? '',
    clientSecret: given('OIDC_CLIENT_SECRET') ?? '',
    scopes: read('OIDC_SCOPES', format.oidcScopes, 'openid profile'),
    /** Hosts besides the issuer's that may be asked. */
    hosts: read('OIDC_HOSTS', format.hosts, []),
    roleClaim: read('OIDC_ROLE_CLAIM', format.claim, 'roles'),
    roles: read('OIDC_ROLES', format.rules(...builtInNames), []),
    createAccounts: read('OIDC_CREATE_ACCOUNTS', format.onOff, false),
    label: read('OIDC_LABEL', format.label, ''),
  }
  if (!issuer) return undefined
  if (isPlainHttp(issuer))
    problems.push('OIDC_ISSUER must be https: what it says decides who signs in')
  if (!settings.clientId) problems.push('OIDC_CLIENT_ID must be set when OIDC_ISSUER is')
  if (!settings.clientSecret) problems.push('OIDC_CLIENT_SECRET must be set when OIDC_ISSUER is')
  if (settings.roles.length === 0)
    problems.push('OIDC_ROLES must be set when OIDC_ISSUER is: without a rule nobody has a role')
  return { issuer, ...settings }
}

/** Mail; undefined where no server is named. */
function readMail({ read, problems }: Environment, { publicUrl }: Addresses) {
  const server = read('SMTP_URL', format.mailServer)
  const from = read('SMTP_FROM', format.mailbox)
  if (!server) return undefined
  if (!from) problems.push('SMTP_FROM must be set when SMTP_URL is: it is whom mails come from')
  if (!publicUrl)
    problems.push('PUBLIC_URL must be set when SMTP_URL is: links that are mailed lead there')
  return from && publicUrl && { ...server, from, origin: publicUrl.origin }
}

function readPasswords({ read, problems }: Environment, hasSignOn: boolean) {
  const passwordSignIn = read('PASSWORD_SIGN_IN', format.onOff, true)
  const breakGlassPhone = read('BREAK_GLASS_PHONE', format.phone)
  if (!passwordSignIn && !hasSignOn)
    problems.push('PASSWORD_SIGN_IN must be on where OIDC_ISSUER is not set: nobody could sign in')
  else if (!passwordSignIn && !breakGlassPhone)
    problems.push(
      'BREAK_GLASS_PHONE must be set when PASSWORD_SIGN_IN is off: it is the way in when the provider is down',
    )
  return { passwordSignIn, breakGlassPhone }
}

const logLevels = format.choice('fatal', 'error', 'warn', 'info', 'debug', 'silent')

export type Config = ReturnType<typeof readConfig>

export function readConfig(env: Env, home: string) {
  const environment = openEnvironment(env)
  const { read, problems } = environment
  const addresses = readAddresses(environment)
  const database = readDatabase(environment, home, addresses)
  const sso = readSignOn(environment)
  // On one's own machine nobody has to be told, and Ctrl+C should work at once.
  const noticeSeconds = addresses.loopbackOnly && !addresses.trustProxy ? 0 : 5
  const config = {
    ...addresses,
    ...database,
    platformTz: read('PLATFORM_TZ', format.zone, 'Asia/Shanghai'),
    logLevel: read('LOG_LEVEL', logLevels, 'info'),
    shutdownNoticeSeconds: read('SHUTDOWN_NOTICE_SECONDS', format.whole(0, 300), noticeSeconds),
    sessionIdleMinutes: read('SESSION_IDLE_MINUTES', format.whole(1, 1440), 30),
    sessionHours: read('SESSION_HOURS', format.whole(1, 168), 12),
    /** Roles whose people need a second factor. */
    requireSecondFactor: read('REQUIRE_SECOND_FACTOR', format.words(...builtInNames), []),
    undoGraceSeconds: read('UNDO_GRACE_SECONDS', format.whole(0, 3600), 10),
    /** How long an item of a queue may wait; a day where nothing is said. */
    targetHours: read('TARGET_HOURS', format.hoursFor(8760, ...queueNames), {}),
    retainDays: read('RETAIN_DAYS', format.whole(0, 36_500), 0),
    maskPhones: read('MASK_PHONES', format.onOff, false),
    media: readMedia(environment, home, database.dataDir),
    webhook: readWebhook(environment, addresses.plainHttp),
    metricsToken: readMetricsToken(environment),
    sso,
    mail: readMail(environment, addresses),
    ...readPasswords(environment, sso !== undefined),
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

/** What a process reads: its own environment, with relative folders under where it was started. */
export function processConfig(): Config {
  return readConfig(process.env, process.cwd())
}
