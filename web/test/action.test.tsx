import { certificationCalls } from '@screening-room/contract/certifications'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readConfig } from '../src/api/client.ts'
import { setConfig } from '../src/api/config.ts'
import { type Action, useAction } from '../src/shared/useAction.ts'
import { answers, json, withAnswers } from './setup/answers.ts'

/* The hook as a component gets it, against a server on loopback. */

// The kit's toasts need a page.
const toast = () => {}
const message = { success: toast, error: toast, warning: toast }
vi.mock('antd', () => ({ App: { useApp: () => ({ message }) } }))

withAnswers()
const { approve } = certificationCalls
let keys: unknown[] = []

beforeAll(async () => {
  vi.stubGlobal('navigator', { language: 'en' })
  await readConfig()
})
beforeEach(() => {
  setConfig({ host: answers.host, ours: true })
  keys = []
})

const options = {
  done: 'done.approved',
  failed: { plain: 'errors.approveOperation' },
  reload: [],
} as const

function Probe({ take }: { take: (action: Action<typeof approve>) => void }) {
  take(useAction(approve, options))
  return null
}

function actionOf(): Action<typeof approve> {
  const taken: Action<typeof approve>[] = []
  renderToStaticMarkup(<Probe take={(action) => taken.push(action)} />)
  return taken[0] as Action<typeof approve>
}

it('a second click while the first is on its way sends nothing', async () => {
  answers.at = {
    [approve.path]: (request, response) => {
      keys.push(request.headers['idempotency-key'])
      setTimeout(() => json({ code: 200, msg: 'ok' })(request, response), 100)
    },
  }
  const { run } = actionOf()
  const [first, second] = await Promise.all([run({ authId: 1 }), run({ authId: 1 })])
  expect([first, second?.kind]).toEqual([undefined, 'cancelled'])
  expect(keys).toHaveLength(1)
  expect(await run({ authId: 1 })).toBeUndefined()
  expect(new Set(keys).size, 'a new click is a new action').toBe(2)
})

it('what nobody confirmed is repeated under the same key', async () => {
  let answering = false
  answers.at = {
    [approve.path]: (request, response) => {
      keys.push(request.headers['idempotency-key'])
      if (answering) json({ code: 200, msg: 'ok' })(request, response)
      else request.socket.destroy()
    },
  }
  const { run } = actionOf()
  expect((await run({ authId: 1 }))?.kind).toBe('unconfirmed')
  answering = true
  expect(await run({ authId: 1 })).toBeUndefined()
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})
