import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { videoCalls } from '@screening-room/contract/videos'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeGracefully } from '../src/http/shutdown.ts'
import {
  endAllAfterwards,
  newDataDir,
  openOwner,
  postmasterOf,
  probe,
  readyDataDir,
  refusedStart,
  type Server,
  startProcess,
} from './faults/processes.ts'
import { Client } from './setup/client.ts'
import { addVideo } from './setup/items.ts'
import { startServer } from './setup/server.ts'
import { joined } from './setup/stream.ts'
import { measureLateness, onTime, until, within } from './setup/test-support.ts'

measureLateness()

endAllAfterwards({ each: true })

const isRoot = process.getuid?.() === 0

/** A folder with demo data that no server has open. */
let dataDir = ''
beforeAll(async () => {
  dataDir = readyDataDir()
  await (await startProcess(dataDir)).stop()
})

async function signIn(server: Server): Promise<Client> {
  const client = new Client(server.url)
  expect((await client.signIn('13800000002', 'screening-room')).code).toBe(200)
  return client
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('asked to stop', () => {
  test('it takes its embedded PostgreSQL along, and the folder can be opened again', async () => {
    const server = await startProcess(dataDir)
    const postmaster = postmasterOf(dataDir)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(server.errors()).toBe('')
    expect(isAlive(postmaster)).toBe(false)
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
    const again = await startProcess(dataDir)
    expect(await probe(again.url)).toBe(200)
    expect(await again.stop()).toEqual({ code: 0, signal: null })
  })

  // More than fits between the two: it is still being sent for as long as nobody reads it.
  const filmBytes = 64 * 1024 * 1024

  async function beginFilm(server: Server, agent: Agent): Promise<IncomingMessage> {
    const reviewer = await signIn(server)
    const owner = openOwner(server)
    writeFileSync(join(dataDir, 'media', 'long.webm'), Buffer.alloc(filmBytes))
    const id = await addVideo(owner, { media: 'long.webm' })
    await owner.close()
    const { body } = await reviewer.send(videoCalls.link.project, { id })
    const cookie = [...reviewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return new Promise((resolve, reject) => {
      const options = { agent, headers: { cookie } }
      request(`${server.url}${body.data}`, options, resolve).on('error', reject).end()
    })
  }

  test('in the middle of a film, it sends the film to its end, and then waits for nobody', () =>
    // A client that does not read for eight seconds is dropped: so are we, on a machine that hangs.
    onTime(async () => {
      const server = await startProcess(dataDir)
      const player = new Agent({ keepAlive: true })
      const film = await beginFilm(server, player)
      const ending = server.stop()
      try {
        await until(async () => (await probe(server.url)) === 0)
        let length = 0
        for await (const part of film) length += part.length
        expect(length).toBe(filmBytes)
        // Its answer began before the stop and promised to keep the connection: nobody else closes it.
        const began = performance.now()
        expect(await ending).toEqual({ code: 0, signal: null })
        expect(performance.now() - began).toBeLessThan(within(5000))
      } finally {
        await ending
        player.destroy()
      }
    }))

  test('a film that nobody reads and a visitor who says nothing hold it up for seconds, not for ever', async () => {
    const server = await startProcess(dataDir)
    const player = new Agent({ keepAlive: true })
    const film = await beginFilm(server, player)
    const { hostname, port } = new URL(server.url)
    const silent = connect(Number(port), hostname).on('error', () => {})
    const began = performance.now()
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(performance.now() - began).toBeLessThan(within(14_000))
    await expect(film.toArray()).rejects.toThrow('aborted')
    silent.destroy()
    player.destroy()
  })
})

test('for as long as its notice it says that it is not ready and serves everything, then it ends', async () => {
  const server = await startProcess(dataDir, { SHUTDOWN_NOTICE_SECONDS: '20' })
  const client = await signIn(server)
  const owner = openOwner(server)
  const videoId = await addVideo(owner)
  await owner.close()
  const ending = server.stop()
  await until(async () => (await probe(server.url)) === 503)
  expect(await probe(server.url, '/healthz')).toBe(200)
  for (const answer of [
    await client.send(videoCalls.project.list, {}),
    await client.send(videoCalls.project.approve, { videoId }),
    await new Client(server.url).signIn('13800000001', 'screening-room'),
  ]) {
    expect(answer.code).toBe(200)
    expect(answer.headers.get('connection')).toBe('close')
  }
  const stream = await joined(client)
  expect(stream.status).toBe(200)
  // Longer than it takes to stop without a notice: the limit on that begins after the notice.
  expect(await ending).toEqual({ code: 0, signal: null })
  await stream.ended
  expect(stream.heard.at(-1)?.name).toBe('bye')
  expect(server.errors()).toBe('')
})

/** In a thread of its own: asks on a connection that was kept, and on new ones, while this thread is blocked. */
const late = `
  import { connect } from 'node:net'
  import { parentPort, workerData } from 'node:worker_threads'
  const { port, sent } = workerData
  const request = 'GET /healthz HTTP/1.1\\r\\nhost: 127.0.0.1\\r\\n\\r\\n'
  const open = () => new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', () => {})
  })
  const ask = (socket) => new Promise((resolve) => socket.write(request, resolve))
  const kept = await open()
  kept.once('data', () => parentPort.postMessage('kept'))
  await ask(kept)
  parentPort.once('message', async () => {
    const sockets = [kept, ...(await Promise.all(Array.from({ length: 5 }, open)))]
    const texts = sockets.map(() => '')
    sockets.forEach((socket, n) => socket.on('data', (part) => { texts[n] += part }))
    const closed = Promise.all(sockets.map((socket) => new Promise((end) => socket.once('close', end))))
    await Promise.all(sockets.map(ask))
    Atomics.store(sent, 0, 1)
    Atomics.notify(sent, 0)
    await closed
    parentPort.postMessage(texts.map((text) => text.split('\\r\\n')[0]))
  })
`

test('what has arrived at the moment it stops is answered, on kept and on new connections', async () => {
  const server = await startServer()
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const { port } = new URL(server.url)
  const code = new URL(`data:text/javascript,${encodeURIComponent(late)}`)
  const client = new Worker(code, { workerData: { port: Number(port), sent } })
  const message = () => new Promise((resolve) => client.once('message', resolve))
  try {
    expect(await message()).toBe('kept')
    const answers = message()
    const closing = closeGracefully(server.app, 1)
    client.postMessage('now')
    // The loop is blocked until all six requests lie in the kernel, and the notice is long over.
    expect(Atomics.wait(sent, 0, 0, 60_000)).not.toBe('timed-out')
    Atomics.wait(sent, 0, 1, 700)
    expect(await answers).toEqual(Array(6).fill('HTTP/1.1 200 OK'))
    await closing
  } finally {
    await client.terminate()
    await server.close()
  }
})

describe('a second server', () => {
  test('on the same folder is refused with a sentence and the code 3, and the first one lives on', async () => {
    const server = await startProcess(dataDir)
    const began = performance.now()
    const { says, code } = await refusedStart({ DATA_DIR: dataDir, PORT: '0' })
    expect(performance.now() - began).toBeLessThan(within(15_000))
    expect(says).toBe(
      `The data folder ${dataDir} is already in use by another server (process ${server.process.pid}); stop that one or choose another folder.`,
    )
    expect(code).toBe(3)
    expect(await probe(server.url)).toBe(200)

    // Killed, not stopped: the next one starts at once, and so does the one after it.
    for (let n = 0, last = server; n < 2; n++) {
      expect((await last.kill()).signal).toBe('SIGKILL')
      last = await startProcess(dataDir)
      expect(await probe(last.url)).toBe(200)
      if (n === 1) expect(await last.stop()).toEqual({ code: 0, signal: null })
    }
  })

  test('on a port that is taken is refused where the port was chosen, and takes the next one where it was not', async () => {
    const holder = createServer()
    const taken = await new Promise<number | undefined>((resolve) => {
      holder.once('error', () => resolve(undefined))
      holder.listen(8080, '127.0.0.1', () => resolve(8080))
    })
    try {
      const { says, code } = await refusedStart({ DATA_DIR: dataDir, PORT: '8080' })
      expect(says).toBe('The port 8080 is in use; set PORT to another one.')
      expect(code).toBe(3)
      // An empty value counts as none: the default is 8080, which we or somebody else holds.
      const server = await startProcess(dataDir, { PORT: '' })
      const { port } = new URL(server.url)
      expect(Number(port)).toBeGreaterThan(8080)
      expect(server.output()).toContain('(port 8080 is in use)')
      expect(await probe(server.url)).toBe(200)
      await server.stop()
    } finally {
      if (taken) holder.close()
    }
  })
})

describe('what cannot work is refused at the start with a sentence', () => {
  test('a public address while demo accounts exist', async () => {
    const { says, code } = await refusedStart({
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://review.example.com',
    })
    expect(says).toMatch(/^HOST is 0\.0\.0\.0, but this database holds demo accounts/)
    expect(says.split('\n')).toHaveLength(1)
    expect(code).toBe(3)
  })

  test('wrong values of the environment, all of them at once and by name', async () => {
    const wrong = {
      PLATFORM_TZ: 'Mars/Olympus',
      PORT: '70000',
      HOST: '0.0.0.0',
      DATABASE_URL: 'mysql://x',
      DEMO_DATA: 'maybe',
      METRICS_TOKEN: 'short',
      MEDIA_STORE: 's3',
    }
    const { says, code } = await refusedStart(wrong)
    expect(code).toBe(3)
    expect(says.split('\n').sort()).toEqual([
      'DATABASE_URL must be an address like postgres://user:password@host:5432/database',
      'DEMO_DATA must be on or off, not "maybe"',
      'MEDIA_S3_BUCKET must be set when MEDIA_STORE is s3',
      'METRICS_TOKEN must be at least 16 characters',
      'PLATFORM_TZ must be a time zone like Asia/Shanghai, not "Mars/Olympus"',
      'PORT must be a whole number from 0 to 65535, not "70000"',
      'PUBLIC_URL must be set when HOST is not loopback: cookies and origins depend on it',
    ])
  })
})

test.runIf(isRoot)(
  'an ordinary user starts it in their own folder and signs in',
  async () => {
    const number = (flag: string) => Number(spawnSync('id', [flag, 'nobody']).stdout.toString())
    const nobody = { uid: number('-u'), gid: number('-g') }
    const server = await startProcess(newDataDir(nobody), {}, nobody)
    expect(await probe(server.url)).toBe(200)
    await signIn(server)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  },
  60_000,
)
