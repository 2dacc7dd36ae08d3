import { certificationCalls } from '@screening-room/contract/certifications'
import { sessionCalls } from '@screening-room/contract/session'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readConfig, send } from '../src/api/client.ts'
import { setConfig } from '../src/api/config.ts'
import { readDraft, writeDraft } from '../src/api/drafts.ts'
import { currentSession, interruption, setSession } from '../src/api/session.ts'
import { checkSession, signIn, signOut } from '../src/api/sign-in.ts'
import { forgetToken, storeToken, token } from '../src/api/token.ts'
import { answers, json, withAnswers } from './setup/answers.ts'

withAnswers()
const { login, logout, userInfo } = sessionCalls
const mei = { id: 1, phone: '13800000001', nickName: 'Mei', role: 'reviewer' }
const ok = (more: object = {}) => json({ code: 200, msg: 'ok', ...more })

beforeAll(async () => {
  vi.stubGlobal('navigator', { language: 'en' })
  vi.stubGlobal('location', { hash: '#/dashboard/auth-review?page=2' })
  await readConfig()
})
afterAll(() => void vi.unstubAllGlobals())
beforeEach(() => {
  setConfig({ host: answers.host, ours: true })
  forgetToken()
  setSession(null)
  answers.at = { [login.path]: ok(), [userInfo.path]: ok({ info: mei }), [logout.path]: ok() }
})

it('the token is stored only after the server has said who that is', async () => {
  answers.at[userInfo.path] = json({ code: 500, msg: 'broken' }, 500)
  expect(await signIn(mei.phone, 'a password')).toMatchObject({ ok: false, step: 'userInfo' })
  expect([token(), currentSession().isLoggedIn]).toEqual([null, false])
  answers.at[userInfo.path] = ok({ info: mei })
  expect(await signIn(mei.phone, 'a password')).toEqual({ ok: true })
  expect([token(), currentSession().isLoggedIn]).toEqual(['113800000001', true])
})

it('a stored token whose check fails is removed, and nobody is signed in', async () => {
  storeToken('113800000001')
  answers.at[userInfo.path] = json({ code: 500, msg: 'broken' }, 500)
  await checkSession()
  expect([token(), currentSession().isLoggedIn]).toEqual([null, false])
})

it('a 401 ends the session of this tab and keeps the place for the way back', async () => {
  await signIn(mei.phone, 'a password')
  answers.at[certificationCalls.list.path] = json({ code: 401, msg: 'Please sign in' }, 401)
  await expect(send(certificationCalls.list, { page: 1, pageSize: 20 })).rejects.toThrow()
  expect(currentSession()).toMatchObject({ isLoggedIn: false, userInfo: null })
  expect(interruption()).toEqual({ place: '/dashboard/auth-review?page=2', userId: 1 })
})

it('a sign-out removes token and drafts though the server does not answer', async () => {
  await signIn(mei.phone, 'a password')
  const place = { userId: 1, queue: 'video', itemId: 7 }
  writeDraft(place, 'blurry')
  answers.at[logout.path] = json({ code: 500 }, 500)
  await signOut()
  expect([token(), readDraft(place), currentSession().isLoggedIn]).toEqual([null, '', false])
})
