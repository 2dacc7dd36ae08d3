import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { runAs, settleFolder } from '../../src/db/embedded/account.ts'
import { until } from '../setup/test-support.ts'
import { ask } from './clusters.ts'
import { newDataDir } from './processes.ts'

/* Debian's PgBouncer in front of a PostgreSQL, where this machine has one. */

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(
  (path) => spawnSync(path, ['--version']).status === 0,
)
export const hasPgBouncer = program !== undefined
if (!hasPgBouncer) console.log('skipped: no pgbouncer on this machine (apt install pgbouncer)')

const running = new Set<ChildProcess>()

export function endPoolersAfterwards(): void {
  afterAll(async () => {
    const ended = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)))
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(ended)
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

export interface Pooler {
  /** The same role and database, through the pooler. */
  through(url: string): string
}

/** Its own defaults, but for what is said here. */
export async function startPgBouncer(
  urls: readonly string[],
  settings: Record<string, string | number>,
): Promise<Pooler> {
  const folder = newDataDir()
  const { account } = settleFolder(folder, true, () => {})
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const [first = ''] = urls
  const { port: behind, searchParams, hostname } = new URL(first)
  const target = `host=${searchParams.get('host') ?? hostname} port=${behind || 5432}`
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    logfile: join(folder, 'pgbouncer.log'),
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const users = urls.map((url) => {
    const { username, password } = new URL(url)
    return `"${username}" "${decodeURIComponent(password)}"`
  })
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(join(folder, 'users.txt'), `${users.join('\n')}\n`)
  writeFileSync(file, `[databases]\n* = ${target}\n[pgbouncer]\n${lines.join('\n')}\n`)
  // It refuses to run as root, like PostgreSQL.
  chmodSync(folder, 0o755)
  if (account) chownSync(folder, account.uid, account.gid)
  const child = spawn(program as string, ['-q', file], { stdio: 'ignore', ...runAs(account) })
  running.add(child)
  const through = (url: string) => {
    const changed = new URL(url)
    changed.port = String(port)
    changed.searchParams.set('host', '127.0.0.1')
    return changed.href
  }
  await until(() =>
    ask(through(first), 'select 1').then(
      () => true,
      () => false,
    ),
  )
  return { through }
}
