import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { keepLoading, loadPart, MissingPart } from '../src/api/parts.ts'
import { type Answer, answers, withAnswers } from './setup/answers.ts'

withAnswers()
beforeAll(() => void vi.stubGlobal('document', { querySelectorAll: () => [] }))
afterAll(() => void vi.unstubAllGlobals())

let part = 0
let imported = 0
beforeEach(() => {
  part += 1
  imported = 0
  answers.asked = []
})
/** Names of this test alone: what has come once is not asked for again. */
const own = () => `/part-${part}.js`
const needed = () => `/needed-${part}.js`

const script =
  (status = 200, type = 'text/javascript'): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type })
    response.end('export {}')
  }
const works = script()
const broken: Answer = (request) => request.socket.destroy()
const load = () =>
  loadPart(
    async () => {
      imported += 1
      return 'the part'
    },
    [own(), needed()],
    answers.host,
  )
const failing = async () => {
  const failure = await load().then(
    () => expect.unreachable('it was loaded'),
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(MissingPart)
  return failure as MissingPart
}

it('a file that was lost is asked for again by the next attempt, and only then imported', async () => {
  answers.at = { [own()]: works, [needed()]: broken }
  for (let attempt = 0; attempt < 2; attempt++) {
    expect((await failing()).onlyReload).toBe(false)
    expect(imported, 'a browser would remember the failure').toBe(0)
  }
  answers.at[needed()] = works
  expect(await load()).toBe('the part')
  expect(imported).toBe(1)
  expect(answers.asked.filter((path) => path === own())).toHaveLength(1)
  expect(answers.asked.filter((path) => path === needed())).toHaveLength(3)
})

it('a file that breaks off in the middle is lost too', async () => {
  answers.at = {
    [own()]: works,
    [needed()]: (request, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': '1000' })
      response.write('export {')
      setTimeout(() => request.socket.destroy(), 20)
    },
  }
  expect((await failing()).onlyReload).toBe(false)
  answers.at[needed()] = works
  expect(await load()).toBe('the part')
})

it.each([
  [502, 'text/html', false],
  [503, 'application/json', false],
  [404, 'application/json', true],
  [200, 'text/html', true],
])('%i with %s: only a reload helps is %s', async (status, type, onlyReload) => {
  answers.at = { [own()]: works, [needed()]: script(status, type) }
  expect((await failing()).onlyReload).toBe(onlyReload)
  expect(imported).toBe(0)
})

it('two parts that need the same file ask for it once', async () => {
  answers.at = { [own()]: works, [needed()]: works }
  await Promise.all([load(), load()])
  expect(answers.asked).toHaveLength(2)
})

it('a module that the browser did not get after all needs a reload, a fault of its code does not', async () => {
  answers.at = { [own()]: works, [needed()]: works }
  const files = [own(), needed()]
  const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  await expect(loadPart(lost, files, answers.host)).rejects.toMatchObject({ onlyReload: true })
  const wrong = () => Promise.reject(new TypeError('x is not a function'))
  await expect(loadPart(wrong, files, answers.host)).rejects.toThrow('x is not a function')
})

it('what nobody waits for is tried until it comes, or is not wanted any more', async () => {
  vi.useFakeTimers()
  let left = 3
  const coming = keepLoading(
    async () => {
      if (left-- > 0) throw new MissingPart('news.js', false)
      return 'news'
    },
    () => true,
  )
  await vi.runAllTimersAsync()
  expect(await coming).toBe('news')
  let wanted = true
  const never = keepLoading(
    () => Promise.reject(new MissingPart('news.js', true)),
    () => wanted,
  )
  await vi.advanceTimersByTimeAsync(60_000)
  wanted = false
  await vi.runAllTimersAsync()
  expect(await never).toBeUndefined()
  vi.useRealTimers()
})
