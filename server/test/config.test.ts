import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../src/config.ts'

const home = '/srv/screening-room'
const read = (env: Record<string, string>) => readConfig(env, home)

function problemsOf(env: Record<string, string>): string {
  try {
    read(env)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

/** Every name that reading the configuration asks for. */
function namesRead(): string[] {
  const names = new Set<string>()
  const env = new Proxy({} as Record<string, string>, {
    get(_, name) {
      names.add(String(name))
      return undefined
    },
  })
  readConfig(env, home)
  return [...names].sort()
}

const page = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

test('.env.example names every variable that is read, and no other', () => {
  const written = page('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)
  expect([...written].map((match) => match[1]).sort()).toEqual(namesRead())
})

test('docs/operations.md has a line for every variable that is read, and for no other', () => {
  const rows = page('docs/operations.md').matchAll(/^\| ((?:`[A-Z][A-Z0-9_]+`(?:, )?)+) \|/gm)
  const written = [...rows].flatMap((row) => (row[1] ?? '').replaceAll('`', '').split(', '))
  expect(written.sort()).toEqual(namesRead())
})

test('the values in .env.example are the defaults', () => {
  const lines = page('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)
  const {
    portChosen: _port,
    dataDirChosen: _data,
    ...given
  } = read(Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value])))
  const { portChosen: _noPort, dataDirChosen: _noData, ...usual } = read({})
  expect(given).toEqual(usual)
})

const wrong: Record<string, string[]> = {
  PORT: ['-1', '65536', '80.5', '0x50', '8e1', 'http', '１２３'],
  HOST: ['127.0.0.1:80', 'http://localhost', 'two words', '-x', '127.0.0.1/8', '[::1]'],
  PUBLIC_URL: [
    ...['review.example.com', 'ftp://x.example', 'https://', 'https://x.example/path'],
    ...[
      'https://x.example/?a',
      'https://x.example/#a',
      'https://a@x.example',
      'https://:p@x.example',
    ],
    ...['javascript:alert(1)', '//x.example'],
  ],
  ALLOW_PLAIN_HTTP: ['1', 'true', 'yes', 'ON'],
  TRUST_PROXY: [
    'yes',
    'true',
    '1',
    '*',
    '10.0.0.0/33',
    '10.0.0.0/x',
    '::1/129',
    '10.0.0.1,',
    '10.0.0',
  ],
  DATABASE_URL: ['mysql://u:p@h/d', 'postgres://', 'localhost:5432', 'postgres://a b', 'host=x'],
  DATABASE_ADMIN_URL: ['mysql://u:p@h/d', 'postgres', 'postgres:/h/d'],
  DATABASE_POOL: ['0', '1', '101', '-5', 'many', '10.0'],
  DEMO_DATA: ['1', 'true', 'On', 'maybe'],
  PLATFORM_TZ: ['Mars/Olympus', '+08:00', 'Asia/', 'Shanghai time', '8'],
  SESSION_IDLE_MINUTES: ['0', '1441', '-30', '30m', '1e1'],
  SESSION_HOURS: ['0', '169', '12.5', 'day'],
  REQUIRE_SECOND_FACTOR: ['everybody', 'administrator;reviewer', 'admin'],
  OIDC_ISSUER: ['id.example.com', 'ftp://x.example', 'https://x.example/?a', 'https://a@x.example'],
  OIDC_SCOPES: ['profile', 'openidprofile'],
  OIDC_HOSTS: ['https://id.example.com', 'a b', '*', 'x/y'],
  OIDC_ROLE_CLAIM: ['two words', 'x'.repeat(201)],
  OIDC_ROLES: ['leads', 'leads=admin', '=reviewer', 'a=reviewer,', 'leads=Administrator'],
  OIDC_CREATE_ACCOUNTS: ['1', 'true', 'ON'],
  OIDC_LABEL: ['x'.repeat(41), 'a\u202eb'],
  SMTP_URL: [
    ...[
      'smtp.example.com',
      'http://smtp.example.com',
      'smtp://',
      'smtps://host/path',
      'smtp://a b',
    ],
    ...['smtp://host:0x50', 'smtp://host:65536', 'smtp://host?pool=true', 'smtp://host#x'],
    ...['smtp://user@host', 'smtp://:password@host', 'smtp://us%zz:password@host'],
  ],
  SMTP_FROM: [
    ...[
      'review',
      'review@host',
      'a@example.com, b@example.com',
      '<a@example.com',
      'a@b@example.com',
    ],
    ...['Name a@example.com', 'x'.repeat(61).concat(' <a@example.com>'), 'A"B <a@example.com>'],
  ],
  PASSWORD_SIGN_IN: ['0', 'false', 'OFF', 'off'],
  BREAK_GLASS_PHONE: ['1234', 'sso-0123456789abcdef', '139 0000 0001', '1'.repeat(21)],
  MEDIA_STORE: ['S3', 'folder', 'local,s3'],
  MEDIA_LINK_SECONDS: ['9', '86401', '10s', '-1'],
  MEDIA_HOSTS: [
    'https://cdn.example.com',
    'a b',
    '*',
    'cdn.example.com/x',
    "x'self'",
    'a,,b',
    'x;y',
  ],
  MEDIA_S3_BUCKET: ['my bucket', 'a/b', "x; script-src 'unsafe-inline'", '-x'],
  MEDIA_S3_REGION: ['us east', 'x/y', 'a;b'],
  MEDIA_S3_ENDPOINT: ['s3.example.com', 'https://x.example/path', 'ftp://x.example'],
  AVATAR_HOST: ['cdn.example.com', '//evil.example/', 'javascript:1', 'pictures/', 'data:,x'],
  BANNER_HOST: ['cdn.example.com', '//evil.example/', 'javascript:1', 'https://'],
  API_HOST: ['api.example.com', 'https://api.example.com/v1', 'ws://x.example'],
  API_PROXY: ['1', 'true', 'https://api.example.com'],
  API_EXTRAS: ['all', 'projects;featured', 'projects,'],
  MEDIA_PREFIX: ['uploads', '/uploads/', 'a//b/', '../', 'a/../b/', './'],
  MEDIA_S3_PATH_STYLE: ['1', 'path', 'true'],
  ALLOWED_ORIGINS: ['*', 'null', 'https://a.example/x', 'https://a.example,', 'a.example'],
  CROSS_SITE_COOKIE: ['1', 'true', 'None'],
  MASK_PHONES: ['1', 'true', 'ON', 'some'],
  RETAIN_DAYS: ['-1', '36501', '30d', '1.5'],
  TARGET_HOURS: [
    '24',
    'video',
    'video=0',
    'video=8761',
    'film=2',
    'video=1,video=2',
    'video=1;report=2',
  ],
  LOG_LEVEL: ['verbose', 'INFO', '30', 'trace'],
  METRICS_TOKEN: ['short', '123456789012345'],
  UNDO_GRACE_SECONDS: ['-1', '3601', '10s', '1.5', '1e1'],
  WEBHOOK_URL: [
    ...['platform.example.com', 'ftp://x.example', 'https://', '//x.example/hook'],
    ...['https://a@x.example/hook', 'https://a:b@x.example/hook', 'https://x.example/hook#part'],
  ],
  WEBHOOK_SECRET: ['short', 'x'.repeat(23)],
  SHUTDOWN_NOTICE_SECONDS: ['-1', '301', '5s', '0.5'],
}

describe('a wrong value stops the start with a sentence that names it', () => {
  test.each(Object.entries(wrong))('%s', (name, values) => {
    for (const value of values) {
      const lines = problemsOf({ [name]: value }).split('\n')
      expect(lines, `${name}=${value}`).toHaveLength(1)
      expect(lines[0], `${name}=${value}`).toMatch(new RegExp(`^${name} (must|needs) \\S`))
    }
  })
})

test('every variable that can be wrong has been tried: the others are folders and keys', () => {
  const free = [
    'DATA_DIR',
    'MEDIA_DIR',
    'MEDIA_S3_ACCESS_KEY',
    'MEDIA_S3_SECRET_KEY',
    'MEDIA_S3_SESSION_TOKEN',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
  ]
  expect([...Object.keys(wrong), ...free].sort()).toEqual(namesRead())
})

test.each([
  ['PUBLIC_URL', { PUBLIC_URL: 'http://review.example.com' }],
  ['PUBLIC_URL', { HOST: '0.0.0.0' }],
  ['PUBLIC_URL', { HOST: '192.168.1.5' }],
  ['MEDIA_S3_BUCKET', { MEDIA_STORE: 's3' }],
  ['MEDIA_S3_ACCESS_KEY', { MEDIA_S3_SECRET_KEY: 'x' }],
  ['MEDIA_S3_ACCESS_KEY', { MEDIA_S3_ACCESS_KEY: 'x' }],
  ['MEDIA_S3_SESSION_TOKEN', { MEDIA_S3_SESSION_TOKEN: 'x' }],
  ['API_HOST', { API_PROXY: 'on' }],
  ['CROSS_SITE_COOKIE', { CROSS_SITE_COOKIE: 'on' }],
  ['WEBHOOK_SECRET', { WEBHOOK_URL: 'https://platform.example.com/hook' }],
  ['WEBHOOK_URL', { WEBHOOK_URL: 'http://10.0.0.7/hook', WEBHOOK_SECRET: 'x'.repeat(24) }],
  ['CROSS_SITE_COOKIE', { CROSS_SITE_COOKIE: 'on', PUBLIC_URL: 'http://localhost:8080' }],
])('values that do not go together are refused by name: %s %o', (name, env) => {
  expect(problemsOf(env)).toMatch(new RegExp(`^${name} [^\\n]+$`))
})

const mail = {
  SMTP_URL: 'smtps://review:p%40ss%3Aword@smtp.example.com',
  SMTP_FROM: 'Screening Room <review@example.com>',
  PUBLIC_URL: 'https://review.example.com',
}

test('mail has its server, its sender and where its links lead', () => {
  const server = { host: 'smtp.example.com', port: 465, secure: true }
  const from = { name: 'Screening Room', address: 'review@example.com' }
  const origin = 'https://review.example.com'
  const person = { user: 'review', password: 'p@ss:word' }
  expect(read(mail).mail).toEqual({ ...server, ...person, from, origin })
  const plain = { ...mail, SMTP_URL: 'smtp://[::1]:2525', SMTP_FROM: 'review@example.com' }
  expect(read(plain).mail).toMatchObject({ host: '::1', port: 2525, secure: false, user: '' })
  expect(read({ ...plain, SMTP_URL: 'smtp://smtp.example.com' }).mail?.port).toBe(587)
  expect(read({ SMTP_FROM: mail.SMTP_FROM }).mail).toBeUndefined()
})

test.each([
  ['SMTP_FROM', { SMTP_FROM: '' }],
  ['PUBLIC_URL', { PUBLIC_URL: '' }],
])('mail needs all that belongs to it: %s', (name, env) => {
  expect(problemsOf({ ...mail, ...env })).toMatch(new RegExp(`^${name} [^\\n]+$`))
})

test.each(['A\nBcc: b@example.com <a@example.com>', 'a@example.com\r\nBcc: b@example.com'])(
  'a sender of two lines is refused: %j',
  (from) => {
    expect(problemsOf({ SMTP_FROM: from })).toMatch(/^SMTP_FROM must be/)
  },
)

test('a password in a wrong address of a mail server is not repeated', () => {
  expect(problemsOf({ SMTP_URL: 'smtp://user:planted@host/path' })).not.toContain('planted')
})

const signOn = {
  OIDC_ISSUER: 'https://id.example.com/realms/staff',
  OIDC_CLIENT_ID: 'screening-room',
  OIDC_CLIENT_SECRET: 's3cret-words',
  OIDC_ROLES: 'leads=administrator, a=b=reviewer',
}

test.each([
  ['OIDC_CLIENT_ID', { OIDC_CLIENT_ID: '' }],
  ['OIDC_CLIENT_SECRET', { OIDC_CLIENT_SECRET: '' }],
  ['OIDC_ROLES', { OIDC_ROLES: '' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'http://id.example.com', ALLOW_PLAIN_HTTP: 'on' }],
  ['BREAK_GLASS_PHONE', { PASSWORD_SIGN_IN: 'off' }],
])('single sign-on needs all that belongs to it: %s %o', (name, env) => {
  expect(problemsOf({ ...signOn, ...env })).toMatch(new RegExp(`^${name} [^\\n]+$`))
})

test('single sign-on is set by its issuer; on this machine it may be without https', () => {
  expect(read({}).sso).toBeUndefined()
  expect(read({ ...signOn, OIDC_ISSUER: '' }).sso).toBeUndefined()
  expect(read(signOn).sso).toMatchObject({
    issuer: new URL('https://id.example.com/realms/staff'),
    scopes: 'openid profile',
    roleClaim: 'roles',
    roles: [
      { value: 'leads', result: 'administrator' },
      { value: 'a=b', result: 'reviewer' },
    ],
    createAccounts: false,
    label: '',
  })
  expect(read({ ...signOn, OIDC_ISSUER: 'http://127.0.0.1:9000' }).sso).toBeDefined()
  const off = { ...signOn, PASSWORD_SIGN_IN: 'off', BREAK_GLASS_PHONE: '13900000000' }
  expect(read(off)).toMatchObject({ passwordSignIn: false, breakGlassPhone: '13900000000' })
})

test('every mistake is named at once, one line each', () => {
  const lines = problemsOf({ PORT: 'x', LOG_LEVEL: 'x', PLATFORM_TZ: 'x' }).split('\n')
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'PLATFORM_TZ', 'LOG_LEVEL'])
})

test('a webhook is told where and how it is signed; without https only on loopback or a trusted network', () => {
  const secret = 'x'.repeat(24)
  const webhook = (url: string, env = {}) =>
    read({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret, ...env }).webhook
  for (const url of ['https://x.example/hook?of=review', 'http://127.0.0.1:9000/', 'http://[::1]/'])
    expect(webhook(url)).toEqual({ url, secret })
  const plain = 'http://10.0.0.7/hook'
  expect(webhook(plain, { ALLOW_PLAIN_HTTP: 'on' })).toEqual({ url: plain, secret })
  expect(read({}).webhook).toBeUndefined()
  expect(problemsOf({ WEBHOOK_URL: 'ftp://x.example/?key=s3cret' })).not.toContain('s3cret')
  expect(problemsOf({ WEBHOOK_SECRET: 's3cret' })).not.toContain('s3cret')
})

test('a database password is never repeated in the complaint about its address', () => {
  for (const name of ['DATABASE_URL', 'DATABASE_ADMIN_URL'])
    for (const value of ['mysql://u:s3cret-words@h/d', 'host=h password=s3cret-words'])
      expect(problemsOf({ [name]: value })).not.toContain('s3cret')
})

test('demo data is for addresses that only this machine can reach', () => {
  const sentence =
    'DEMO_DATA must be off when HOST or PUBLIC_URL is not loopback: demo accounts have a published password'
  const publicUrl = 'https://review.example.com'
  expect(problemsOf({ DEMO_DATA: 'on', PUBLIC_URL: publicUrl })).toBe(sentence)
  expect(problemsOf({ DEMO_DATA: 'on', PUBLIC_URL: publicUrl, HOST: '0.0.0.0' })).toBe(sentence)
  expect(read({ PUBLIC_URL: publicUrl }).demoData).toBe(false)
  expect(read({ TRUST_PROXY: '127.0.0.1' }).demoData).toBe(false)
  expect(read({}).demoData).toBe(true)
  expect(read({ PUBLIC_URL: 'http://localhost:8080' }).demoData).toBe(true)
  expect(read({ PUBLIC_URL: 'http://[::1]:8080', DEMO_DATA: 'on' }).demoData).toBe(true)
})

test('a notice is given before a stop where a proxy may stand before the server', () => {
  const notice = (env: Record<string, string>) => read(env).shutdownNoticeSeconds
  expect(notice({})).toBe(0)
  expect(notice({ PUBLIC_URL: 'https://review.example.com' })).toBe(5)
  expect(notice({ TRUST_PROXY: '127.0.0.1' })).toBe(5)
  expect(notice({ SHUTDOWN_NOTICE_SECONDS: '30' })).toBe(30)
})

test('right values are taken: spaces around them and empty ones count for nothing', () => {
  const config = read({
    PORT: ' 9000 ',
    HOST: '::',
    PUBLIC_URL: 'https://review.example.com/',
    TRUST_PROXY: 'loopback, 10.0.0.0/8, fd00::/8',
    ALLOWED_ORIGINS: 'https://a.example, https://b.example:8443/',
    DEMO_DATA: '',
    DATA_DIR: 'store',
    CROSS_SITE_COOKIE: 'on',
  })
  expect(config).toMatchObject({
    port: 9000,
    portChosen: true,
    host: '::',
    demoData: false,
    dataDir: `${home}/store`,
    allowedOrigins: ['https://a.example', 'https://b.example:8443'],
    crossSite: true,
  })
  expect(read({ DATABASE_URL: 'postgres://u:p@h/d' }).demoData).toBe(false)
  expect(read({ PUBLIC_URL: 'http://10.0.0.1', ALLOW_PLAIN_HTTP: 'on' }).plainHttp).toBe(true)
})
