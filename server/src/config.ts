import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'

/*
 * The environment, read once. A wrong value stops the start with a sentence that names it.
 * Every variable stands in .env.example and docs/operations.md; a test compares the three.
 */

export class ConfigError extends Error {}

type Env = Record<string, string | undefined>

function reader(env: Env) {
  const problems: string[] = []
  const given = (name: string) => {
    const value = env[name]?.trim()
    return value === '' ? undefined : value
  }
  function read<T>(
    name: string,
    fallback: T,
    parse: (value: string) => T | undefined,
    wants: string,
    secret = false,
  ): T {
    const value = given(name)
    if (value === undefined) return fallback
    const parsed = parse(value)
    const shown = secret ? '' : `, not "${value.slice(0, 80)}"`
    if (parsed === undefined) problems.push(`${name} must be ${wants}${shown}`)
    return parsed ?? fallback
  }
  return {
    problems,
    given,
    text: (name: string, fallback = '') => given(name) ?? fallback,
    whole: (name: string, fallback: number, least: number, most: number) =>
      read(
        name,
        fallback,
        (value) => {
          const number = Number(value)
          return /^\d+$/.test(value) && number >= least && number <= most ? number : undefined
        },
        `a whole number from ${least} to ${most}`,
      ),
    choice: <const C extends string>(name: string, fallback: C, choices: readonly C[]) =>
      read(
        name,
        fallback,
        (value) => choices.find((choice) => choice === value),
        choices.join(' or '),
      ),
    origin: (name: string) =>
      read<URL | undefined>(
        name,
        undefined,
        originUrl,
        'an address like https://review.example.com',
      ),
    origins: (name: string) =>
      read<string[]>(
        name,
        [],
        (value) => {
          const urls = value.split(',').map((part) => originUrl(part.trim()))
          return urls.every((url) => url !== undefined) ? urls.map((url) => url.origin) : undefined
        },
        'a list of origins like https://a.example.com,https://b.example.com',
      ),
    hosts: (name: string) =>
      read<string[]>(
        name,
        [],
        (value) => {
          const hosts = value.split(',').map((part) => part.trim().toLowerCase())
          return hosts.every((host) => /^[a-z0-9.-]+(:\d+)?$/.test(host)) ? hosts : undefined
        },
        'a list of host names like media.example.com,cdn.example.com',
      ),
    postgres: (name: string) =>
      read<string | undefined>(
        name,
        undefined,
        (value) => (/^postgres(ql)?:\/\/\S+$/.test(value) ? value : undefined),
        'an address like postgres://user:password@host:5432/database',
        true,
      ),
    host: (name: string, fallback: string) =>
      read(
        name,
        fallback,
        (value) =>
          isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value) ? value : undefined,
        'an address to listen on like 127.0.0.1',
      ),
    proxies: (name: string) =>
      read<string | undefined>(
        name,
        undefined,
        (value) => (value.split(',').every((part) => isNetwork(part.trim())) ? value : undefined),
        'a list of addresses or networks like 10.0.0.0/8,192.168.1.1',
      ),
    prefix: (name: string, fallback: string) =>
      read(
        name,
        fallback,
        (value) =>
          /^\/(?!\/)/.test(value) || (/^https?:\/\//.test(value) && URL.canParse(value))
            ? value
            : undefined,
        'a path like /pictures/ or an address like https://cdn.example.com/pictures/',
      ),
    address: (name: string) =>
      read<URL | undefined>(
        name,
        undefined,
        (value) => {
          if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return undefined
          const url = new URL(value)
          return url.username || url.password || url.hash ? undefined : url
        },
        'an address like https://platform.example.com/hooks/review',
        true,
      ),
    word: (name: string, fallback?: string) =>
      read<string | undefined>(
        name,
        fallback,
        (value) => (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value) ? value : undefined),
        'a name of letters, digits, dots and hyphens',
      ),
    zone: (name: string, fallback: string) =>
      read(
        name,
        fallback,
        (value) => (isZone(value) ? value : undefined),
        'a time zone like Asia/Shanghai',
      ),
  }
}

function originUrl(value: string): URL | undefined {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return undefined
  const url = new URL(value)
  return url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
    ? url
    : undefined
}

function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true
  const [address = '', bits] = value.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

function isZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return /^[A-Za-z]/.test(value)
  } catch {
    return false
  }
}

const loopbackHosts = ['127.0.0.1', 'localhost', '::1', '[::1]']
export const isLoopback = (host: string) =>
  loopbackHosts.includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host)

export type Config = ReturnType<typeof readConfig>

export function readConfig(env: Env, home: string) {
  const read = reader(env)
  const host = read.host('HOST', '127.0.0.1')
  const port = read.whole('PORT', 8080, 0, 65535)
  const dataDir = read.text('DATA_DIR', 'data')
  const databaseUrl = read.postgres('DATABASE_URL')
  const publicUrl = read.origin('PUBLIC_URL')
  /** Only this machine can reach the server, unless a proxy on it hands requests on. */
  const loopbackOnly = isLoopback(host) && (!publicUrl || isLoopback(publicUrl.hostname))
  const trustProxy = read.proxies('TRUST_PROXY')
  // Demo accounts have a published password: never on an address that others can reach.
  const demoFits = loopbackOnly && !trustProxy && !databaseUrl
  const demoData = read.choice('DEMO_DATA', demoFits ? 'on' : 'off', ['on', 'off']) === 'on'
  const plainHttp = read.choice('ALLOW_PLAIN_HTTP', 'off', ['on', 'off']) === 'on'
  const mediaStore = read.choice('MEDIA_STORE', 'local', ['local', 's3'])
  const bucket = read.word('MEDIA_S3_BUCKET')
  const accessKey = read.given('MEDIA_S3_ACCESS_KEY')
  const secretKey = read.given('MEDIA_S3_SECRET_KEY')
  const crossSite = read.choice('CROSS_SITE_COOKIE', 'off', ['on', 'off']) === 'on'
  const dataFolder = isAbsolute(dataDir) ? dataDir : resolve(home, dataDir)

  if (publicUrl?.protocol === 'http:' && !isLoopback(publicUrl.hostname) && !plainHttp)
    read.problems.push(
      'PUBLIC_URL must be https; for a trusted network without it, set ALLOW_PLAIN_HTTP=on as well',
    )
  if (!isLoopback(host) && !publicUrl)
    read.problems.push(
      'PUBLIC_URL must be set when HOST is not loopback: cookies and origins depend on it',
    )
  if (demoData && !loopbackOnly)
    read.problems.push(
      'DEMO_DATA must be off when HOST or PUBLIC_URL is not loopback: demo accounts have a published password',
    )
  if (mediaStore === 's3' && !bucket)
    read.problems.push('MEDIA_S3_BUCKET must be set when MEDIA_STORE is s3')
  if ((accessKey === undefined) !== (secretKey === undefined))
    read.problems.push('MEDIA_S3_ACCESS_KEY and MEDIA_S3_SECRET_KEY must be set together')
  if (crossSite && publicUrl?.protocol !== 'https:')
    read.problems.push(
      'CROSS_SITE_COOKIE needs a PUBLIC_URL with https: browsers refuse the cookie otherwise',
    )
  const webhookUrl = read.address('WEBHOOK_URL')
  const webhookSecret = read.given('WEBHOOK_SECRET')
  if (webhookUrl?.protocol === 'http:' && !isLoopback(webhookUrl.hostname) && !plainHttp)
    read.problems.push(
      'WEBHOOK_URL must be https; for a trusted network without it, set ALLOW_PLAIN_HTTP=on as well',
    )
  if (webhookUrl && webhookSecret === undefined)
    read.problems.push('WEBHOOK_SECRET must be set when WEBHOOK_URL is: it signs what is sent')
  if (webhookSecret !== undefined && webhookSecret.length < 24)
    read.problems.push('WEBHOOK_SECRET must be at least 24 characters')
  const metricsToken = read.given('METRICS_TOKEN')
  if (metricsToken !== undefined && metricsToken.length < 16)
    read.problems.push('METRICS_TOKEN must be at least 16 characters')

  const config = {
    host,
    port,
    portChosen: read.given('PORT') !== undefined,
    dataDir: dataFolder,
    dataDirChosen: read.given('DATA_DIR') !== undefined,
    databaseUrl,
    databaseAdminUrl: read.postgres('DATABASE_ADMIN_URL'),
    databasePool: read.whole('DATABASE_POOL', 10, 2, 100),
    platformTz: read.zone('PLATFORM_TZ', 'Asia/Shanghai'),
    demoData,
    publicUrl,
    loopbackOnly,
    plainHttp,
    allowedOrigins: read.origins('ALLOWED_ORIGINS'),
    crossSite,
    trustProxy,
    logLevel: read.choice('LOG_LEVEL', 'info', [
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'silent',
    ]),
    // On a machine of one's own nobody has to be told, and Ctrl+C is to act at once.
    shutdownNoticeSeconds: read.whole(
      'SHUTDOWN_NOTICE_SECONDS',
      loopbackOnly && !trustProxy ? 0 : 5,
      0,
      300,
    ),
    sessionIdleMinutes: read.whole('SESSION_IDLE_MINUTES', 30, 1, 1440),
    sessionHours: read.whole('SESSION_HOURS', 12, 1, 168),
    metricsToken,
    undoGraceSeconds: read.whole('UNDO_GRACE_SECONDS', 10, 0, 3600),
    webhook: webhookUrl && { url: webhookUrl.href, secret: webhookSecret ?? '' },
    apiHost: read.origin('API_HOST')?.origin,
    avatarHost: read.prefix('AVATAR_HOST', '/pictures/'),
    bannerHost: read.prefix('BANNER_HOST', '/pictures/'),
    media: {
      store: mediaStore,
      dir: resolve(home, read.text('MEDIA_DIR', resolve(dataFolder, 'media'))),
      linkSeconds: read.whole('MEDIA_LINK_SECONDS', 600, 10, 86_400),
      hosts: read.hosts('MEDIA_HOSTS'),
      s3: {
        bucket: bucket ?? '',
        region: read.word('MEDIA_S3_REGION', 'us-east-1') ?? '',
        endpoint: read.origin('MEDIA_S3_ENDPOINT')?.origin,
        accessKey,
        secretKey,
      },
    },
  }
  if (read.problems.length > 0) throw new ConfigError(read.problems.join('\n'))
  return config
}

/** What a process reads: its own environment, with relative folders under where it was started. */
export function processConfig(): Config {
  return readConfig(process.env, process.cwd())
}
