import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterOf, settleFolder } from './account.ts'
import { appRole, databaseName, ownerRole, type Passwords } from './cluster.ts'

/** The addresses of a database that another process of ours has started in this folder. */
export function findRunning(
  dataDir: string,
  explicit: boolean,
): { adminUrl: string; appUrl: string } {
  const settled = settleFolder(dataDir, explicit, () => {})
  const lines = readFileSync(join(clusterOf(settled.dataDir), 'postmaster.pid'), 'utf8').split('\n')
  const [port = '', socketFolder = ''] = lines.slice(3, 5).map((line) => line.trim())
  const passwords: Passwords = JSON.parse(
    readFileSync(join(settled.dataDir, 'postgres-passwords.json'), 'utf8'),
  )
  const query = new URLSearchParams({
    ...(socketFolder && { host: socketFolder }),
    sslmode: 'disable',
  })
  const url = (role: string, password: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}?${query}`
  return { adminUrl: url(ownerRole, passwords.owner), appUrl: url(appRole, passwords.app) }
}
