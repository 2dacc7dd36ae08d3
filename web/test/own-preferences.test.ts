import { preferenceCalls } from '@screening-room/contract/preferences'
import { sessionCalls } from '@screening-room/contract/session'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readConfig } from '../src/api/client.ts'
import { setConfig } from '../src/api/config.ts'
import { sendUnsent } from '../src/api/own-preferences.ts'
import { preferences } from '../src/api/preferences.ts'
import { setSession } from '../src/api/session.ts'
import { signIn, signOut } from '../src/api/sign-in.ts'
import { localStore } from '../src/api/storage.ts'
import { forgetToken } from '../src/api/token.ts'
import { answers, json, withAnswers } from './setup/answers.ts'

withAnswers()
const { login, logout, userInfo } = sessionCalls
const ok = (more: object = {}) => json({ code: 200, msg: 'ok', ...more })
const person = (id: number, chosen: object | null) => ({
  info: { id, phone: `1380000000${id}`, nickName: 'Mei', role: 'reviewer', preferences: chosen },
})

beforeAll(async () => {
  vi.stubGlobal('navigator', { language: 'en' })
  vi.stubGlobal('location', { hash: '#/login' })
  await readConfig()
})
afterAll(() => void vi.unstubAllGlobals())
beforeEach(() => {
  for (const key of localStore.keys()) localStore.remove(key)
  setConfig({ host: answers.host, ours: true })
  forgetToken()
  setSession(null)
  answers.at = { [login.path]: ok(), [logout.path]: ok(), [preferenceCalls.set.path]: ok() }
})

async function enterAs(id: number, chosen: object | null) {
  answers.at[userInfo.path] = ok(person(id, chosen))
  expect(await signIn('1', 'a password')).toEqual({ ok: true })
}

it('what the server has takes the place of what the browser had', async () => {
  localStore.set('theme', 'light')
  localStore.set('grey', 'yes')
  await enterAs(1, { theme: 'dark', hiddenColumns: { video: ['title'] } })
  expect([preferences.theme(), preferences.grey()]).toEqual(['dark', false])
  expect(preferences.hiddenColumns(1, 'video')).toEqual(['title'])
})

it('a browser’s choices from before are taken over once, and not by the next person', async () => {
  localStore.set('keys', '{"approve":"KeyY"}')
  localStore.set('dense-1', 'yes')
  localStore.set('theme', 'dark')
  await enterAs(1, null)
  expect([preferences.keys(), preferences.dense(1)]).toEqual([{ approve: 'KeyY' }, true])
  await signOut()
  await enterAs(2, null)
  expect([preferences.keys(), preferences.dense(2), preferences.theme()]).toEqual([
    {},
    false,
    'dark',
  ])
})

it('what was chosen while the server did not answer is sent by the next sign-in', async () => {
  await enterAs(1, { theme: 'dark' })
  answers.at[preferenceCalls.set.path] = json({ code: 500 }, 500)
  preferences.setTheme('light')
  await sendUnsent()
  await signOut()
  answers.at[preferenceCalls.set.path] = ok()
  await enterAs(1, { theme: 'dark' })
  expect(preferences.theme()).toBe('light')
  await sendUnsent()
  await signOut()
  await enterAs(1, { theme: 'dark' })
  expect(preferences.theme()).toBe('dark')
})

it('a language that was chosen before the sign-in is kept after it', async () => {
  preferences.setLanguage('zh-CN')
  await enterAs(1, { language: 'en', theme: 'dark' })
  expect([preferences.language(), preferences.theme()]).toEqual(['zh-CN', 'dark'])
  await sendUnsent()
})

it('what the server refuses is not sent for ever', async () => {
  await enterAs(1, { theme: 'dark' })
  answers.at[preferenceCalls.set.path] = json({ code: 400, msg: 'changes cannot be read' })
  preferences.setStartPage('a page of tomorrow')
  await sendUnsent()
  expect(localStore.get('preferences-unsent')).toBeNull()
  expect(preferences.startPage()).toBe('a page of tomorrow')
})
