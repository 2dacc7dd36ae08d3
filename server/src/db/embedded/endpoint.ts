import { createHash } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, reaches } from './account.ts'

export interface Endpoint {
  settings: string[]
  url(user: string, password: string, database: string): string
  /** Once nobody listens there any more. */
  remove(): void
}

// 104 bytes with the final zero on macOS, 108 on Linux.
const longestSocketPath = 103

// Anybody may have made this name in a public folder before us.
function isPrivate(path: string, account: Account | undefined): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  const owner = account?.uid ?? process.getuid?.()
  return stat?.isDirectory() === true && stat.uid === owner && !(stat.mode & 0o077)
}

function privateFolder(parent: string, name: string, account: Account | undefined): string {
  const path = join(parent, name)
  if (isPrivate(path, account)) return path
  let made = path
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch {
    made = mkdtempSync(`${path}-`)
  }
  if (account) chownSync(made, account.uid, account.gid)
  return made
}

function socketFolder(dataDir: string, account: Account | undefined): string | undefined {
  if (process.platform === 'win32') return undefined
  const { dev, ino } = statSync(dataDir, { bigint: true })
  const hash = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 12)
  const name = `screening-room-${hash}`
  const longest = `${name}-XXXXXX/.s.PGSQL.5432.lock`
  const parent = [tmpdir(), '/tmp'].find(
    (path) =>
      existsSync(path) &&
      Buffer.byteLength(join(path, longest)) <= longestSocketPath &&
      reaches(account, path),
  )
  return parent && privateFolder(parent, name, account)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

// A host in the address's own place keeps it readable by `new URL`; the query overrides it. TLS is
// switched off by name, as PGSSLMODE in the environment would ask for it on a socket too.
export async function chooseEndpoint(
  dataDir: string,
  account: Account | undefined,
): Promise<Endpoint> {
  const folder = socketFolder(dataDir, account)
  const port = folder ? 5432 : await freePort()
  const query = new URLSearchParams({ ...(folder && { host: folder }), sslmode: 'disable' })
  return {
    settings: [
      `listen_addresses=${folder ? '' : '127.0.0.1'}`,
      `unix_socket_directories=${folder ?? ''}`,
      'unix_socket_permissions=0700',
      `port=${port}`,
    ],
    url: (user, password, database) =>
      `postgres://${user}:${password}@127.0.0.1:${port}/${database}?${query}`,
    remove: () => {
      if (folder) rmSync(folder, { recursive: true, force: true })
    },
  }
}
