import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Server } from './server.ts'

/* examples/platform beside a server, as `npm run example` starts it once everything is built. */

const program = fileURLToPath(new URL('../../examples/platform/dist/start.js', import.meta.url))

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

export interface Example {
  url: string
  start(): Promise<void>
  stop(): Promise<void>
}

export async function startExample(server: Server, env: Record<string, string>): Promise<Example> {
  const port = await findPort()
  let child: ReturnType<typeof spawn> | undefined
  const stop = async () => {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGTERM')
    await ended
  }
  const start = async () => {
    const started = spawn(process.execPath, [program], {
      env: {
        PATH: process.env.PATH ?? '',
        DATA_DIR: server.dataDir,
        SCREENING_ROOM_URL: server.url,
        EXAMPLE_PORT: String(port),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    const said: string[] = []
    createInterface({ input: started.stderr }).on('line', (line) => said.push(line))
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: started.stdout }).on('line', (line) => {
        if (line.includes('Example platform')) resolve()
      })
      started.once('exit', () => reject(new Error(`the example ended\n${said.join('\n')}`)))
    })
  }
  await start()
  return { url: `http://127.0.0.1:${port}`, start, stop }
}
