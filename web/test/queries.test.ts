import { certificationCalls } from '@screening-room/contract/certifications'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readConfig } from '../src/api/client.ts'
import { setConfig } from '../src/api/config.ts'
import { queryClient, readCall } from '../src/api/queries.ts'
import { answers, json, withAnswers } from './setup/answers.ts'

withAnswers()
const { list } = certificationCalls
const listed = (id: number) =>
  json({
    code: 200,
    msg: 'ok',
    data: [
      {
        id,
        nickName: 'Somebody',
        phone: '13900000000',
        roleId: 1,
        introduce: null,
        authPicPath: null,
        authStatus: 0,
        createTime: '2026-01-01 00:00:00',
      },
    ],
  })

beforeAll(async () => {
  vi.stubGlobal('navigator', { language: 'en' })
  await readConfig()
})
beforeEach(() => {
  setConfig({ host: answers.host, ours: true })
  queryClient.clear()
})

it('a late answer to an older filter does not stand for the present one', async () => {
  let answerFirst = () => {}
  answers.at = {
    [list.path]: (request, response) => {
      const page = Number(new URL(request.url ?? '', answers.host).searchParams.get('page'))
      const answer = () => listed(page)(request, response)
      if (page === 1) answerFirst = answer
      else answer()
    },
  }
  const first = readCall(list, { page: 1, pageSize: 20 }, 0)
  await vi.waitFor(() => expect(answers.asked).toHaveLength(1))
  const second = readCall(list, { page: 2, pageSize: 20 }, 0)
  setTimeout(() => answerFirst(), 200)
  expect((await second).data[0]?.id).toBe(2)
  expect((await first).data[0]?.id).toBe(1)
  expect((await readCall(list, { page: 2, pageSize: 20 }, 60_000)).data[0]?.id).toBe(2)
})
