import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '../src/db/listen.ts'
import { startServer, type TestServer } from './setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('stopped at whatever moment of its connecting, it stops', async () => {
  for (let moment = 0; moment < 40; moment++) {
    const listening = listen(server.databaseUrls.app, 'anything', () => {})
    if (moment > 0) await pause(moment / 2)
    const stopped = listening.stop().then(() => 'stopped')
    expect(await Promise.race([stopped, pause(10_000, `still there: ${moment / 2} ms`)])).toBe(
      'stopped',
    )
  }
})
