import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/*
 * Two cores, on whatever machine: PostgreSQL on one and those who ask it on the other, as an operator
 * would have it, or both for everybody. Where there is no taskset, everybody runs anywhere.
 */

const isThere = (() => {
  try {
    execFileSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

function place(pids, cores) {
  for (const pid of pids)
    try {
      execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' })
    } catch {
      // It has ended meanwhile.
    }
}

export async function twoCores(owner, serverPid) {
  const { rows } = await owner.query('select pg_backend_pid() as pid')
  const stat = isThere ? readFileSync(`/proc/${rows[0].pid}/stat`, 'utf8') : ''
  const postmaster = stat.slice(stat.lastIndexOf(')')).split(' ')[2]
  const postgres = () => [
    postmaster,
    ...readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' '),
  ]
  const others = [process.pid, serverPid]
  return {
    isThere,
    apart() {
      if (!isThere) return
      place(others, '0')
      place(postgres(), '1')
    },
    together() {
      if (isThere) place([...others, ...postgres()], '0,1')
    },
  }
}
