import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db, Tx } from '../pool.ts'
import { sql } from '../sql.ts'
import { clusterOf } from './account.ts'

/*
 * A copy of the embedded store while it works, as PostgreSQL's manual has it for a base backup: the
 * files as they are, and with them the log of what was written meanwhile, from which the copy's first
 * start makes them one.
 */

/** What the server at work needs for itself, and what the log is copied without: that comes last. */
const leftOut =
  /^(postmaster\.(pid|opts)|pg_(wal|replslot|stat_tmp|notify|subtrans|dynshmem)[/\\].+)$/

/** Copies a folder; returns how many files. What vanishes meanwhile was not needed. */
export async function copyFolder(
  from: string,
  to: string,
  skips: (path: string) => boolean = () => false,
): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  let copied = 0
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name)
    const path = source.slice(from.length + 1)
    if (skips(path)) continue
    if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true, mode: 0o700 })
    else if (entry.isFile() && (await copyWhole(source, join(to, path)))) copied += 1
  }
  return copied
}

async function copyWhole(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  const file = await open(to, 'r')
  await file.sync().finally(() => file.close())
  return true
}

/** A data folder in a new place, which a server can be started on. */
export function backUp(owner: Db, to: string): Promise<{ from: string; files: number }> {
  // The beginning and the end belong to one connection, which a transaction keeps.
  return owner.transaction(async (tx) => {
    const cluster = await clusterPath(tx)
    const copy = clusterOf(to)
    // As long as the connection lives, nothing of the log is thrown away.
    const keepsLog = `backup_${process.pid}`
    await tx.query(sql`select pg_create_physical_replication_slot(${keepsLog}, true, true)`)
    await tx.query(sql`select pg_backup_start(${keepsLog}, true)`)
    const files = await copyFolder(cluster, copy, (path) => leftOut.test(path))
    const [ended] = await tx.query<{ label: string }>(
      sql`select labelfile as label from pg_backup_stop(false)`,
    )
    await writeFile(join(copy, 'backup_label'), ended?.label ?? '', { mode: 0o600 })
    const log = await copyFolder(join(cluster, 'pg_wal'), join(copy, 'pg_wal'))
    await tx.query(sql`select pg_drop_replication_slot(${keepsLog})`)
    const from = dirname(cluster)
    await copyWhole(join(from, 'postgres-passwords.json'), join(to, 'postgres-passwords.json'))
    return { from, files: files + log }
  })
}

async function clusterPath(tx: Tx): Promise<string> {
  const [found] = await tx.query<{ path: string }>(
    sql`select setting as path from pg_settings where name = 'data_directory'`,
  )
  return found?.path ?? ''
}
