import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { until } from '../setup/test-support.ts'
import { probe } from './processes.ts'

/* Real balancers, with the configuration that docs/operations.md gives to operators. */

export type Balancer = 'nginx' | 'haproxy'

/** Ports that nobody had a moment ago. */
export async function findPorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await until(() => servers.every((server) => server.listening))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  return ports
}

/** The block of that language in the page, for these addresses and without TLS. */
function documented(language: Balancer, port: number, replicas: readonly number[]): string {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const block = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1]
  if (!block) throw new Error(`docs/operations.md has no configuration for ${language}`)
  const local = replicas.reduce(
    (text, replica, n) => text.replace(`10.0.0.1${n + 1}:8080`, `127.0.0.1:${replica}`),
    block,
  )
  const changed = local
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*\n/gm, '')
    .replace(/bind :443 ssl .*/, `bind 127.0.0.1:${port}`)
    .replaceAll('review.example.com', '127.0.0.1')
  if (/10\.0\.0\.|\b443\b|ssl/.test(changed)) throw new Error(`this is not all local:\n${changed}`)
  return changed
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/**
 * What surrounds the block in a whole file of nginx. haproxy's is whole, but for second tries: they
 * would hide that a replica went before it was known to go.
 */
function whole(balancer: Balancer, block: string, folder: string): string {
  if (balancer === 'haproxy') return block.replace('option redispatch 1', 'retries 0')
  const folders = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
  return `daemon off;
worker_processes 2;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
access_log off;
${folders}
${block}}
`
}

/** Runs until the test is over. */
export async function startBalancer(
  balancer: Balancer,
  program: string,
  port: number,
  replicas: readonly number[],
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `screening-room-${balancer}-`))
  const file = join(folder, `${balancer}.conf`)
  writeFileSync(file, whole(balancer, documented(balancer, port, replicas), folder))
  const args = balancer === 'nginx' ? ['-c', file, '-e', join(folder, 'error.log')] : ['-f', file]
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => child.exitCode !== null || (await probe(url)) === 200)
  if (child.exitCode !== null) throw new Error(`${balancer} did not start: ${said}`)
  return url
}
