import { type Page, request } from '@playwright/test'
import { liveCalls } from '@screening-room/contract/live'
import { sessionCalls, tokenOf } from '@screening-room/contract/session'
import { videoCalls } from '@screening-room/contract/videos'
import { figure } from '../torture/figures.ts'
import { type Arrived, type Attacker, cookieName, lure, openAttacker } from './setup/lure.ts'
import type { Server } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { addVideos, statusOf, eventsOf as videoEventsOf } from './setup/videos.ts'

/* Pages of an attacker, open in the browser of a signed-in user. */

const approve = videoCalls.project.approve.path

let attacker: Attacker
test.beforeAll(async () => {
  attacker = await openAttacker()
})
test.afterAll(() => attacker.close())

async function expectNothingDone(server: Server, videoId: number): Promise<void> {
  expect(await statusOf(server, videoId)).toBe(0)
  expect(await videoEventsOf(server, videoId)).toEqual([])
  figure('S4', 1)
}

const form = (action: string, fields: Record<string, string | number>, target = '_self') =>
  `<form method="post" action="${action}" target="${target}">${Object.entries(fields)
    .map(([name, value]) => `<input name="${name}" value="${value}">`)
    .join('')}</form><iframe name="inner"></iframe>`

const submit = (page: Page) => page.evaluate(() => document.querySelector('form')?.submit())

/** A call as our own page would make it. */
const callFrom = (page: Page, path: string, body: string, token: string) =>
  page.evaluate(
    async (sent) => {
      const answer = await fetch(sent.path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${sent.token}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: sent.body,
      })
      return (await answer.json()).code as number
    },
    { path, body, token },
  )

test('pages of an attacker, on another site or port, get nothing done or read', {
  tag: '@torture',
}, async ({ page: ours, context, server }) => {
  const who = await openAs(
    ours,
    server,
    '/dashboard/video-review',
    await server.addAccount('administrator'),
  )

  await test.step('the same calls from our own page work: what follows fails for where it comes from', async () => {
    const { id } = await addVideos(server)
    expect(await callFrom(ours, approve, `videoId=${id}`, tokenOf(who))).toBe(200)
    expect(await statusOf(server, id)).toBe(5)
    const listen = () =>
      ours.evaluate(
        async ({ path, token }) => {
          const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
          const first = await answer.body?.getReader().read()
          return answer.status === 200 && (first?.value?.length ?? 0) > 0
        },
        { path: liveCalls.stream.path, token: tokenOf(who) },
      )
    await expect.poll(listen).toBe(true)
  })

  for (const [where, target, cookie] of [
    ['site', '_self', false],
    ['site', 'inner', false],
    ['port', '_self', true],
  ] as const)
    await test.step(`a form on another ${where}, sent ${target === 'inner' ? 'from a frame' : 'whole'}, approves nothing`, async () => {
      const { page, arrived, videoId } = await lure({ attacker, where, context, server }, (id) =>
        form(`${server.url}${approve}`, { videoId: id }, target),
      )
      await submit(page)
      await expect.poll(arrived).toEqual([{ path: approve, method: 'POST', status: 403, cookie }])
      await expectNothingDone(server, videoId)
    })

  await test.step('pictures on another site are asked for without the cookie, and are not given', async () => {
    const paths = ['/pictures/banner-01.webp', sessionCalls.userInfo.path, liveCalls.stream.path]
    const { page, arrived, videoId } = await lure(
      { attacker, where: 'site', context, server },
      (id) =>
        [...paths, `${approve}?videoId=${id}`]
          .map((path) => `<img src="${server.url}${path}">`)
          .join(''),
    )
    const given = ({ status, cookie }: Arrived) => status < 400 || cookie
    await expect.poll(() => arrived().filter((one) => !given(one))).toHaveLength(paths.length + 1)
    const drawn = () => [...document.images].some((one) => one.naturalWidth > 0)
    expect(await page.evaluate(drawn)).toBe(false)
    await expectNothingDone(server, videoId)
  })

  for (const where of ['site', 'port'] as const)
    await test.step(`scripts on another ${where} can neither send a call nor read an answer`, async () => {
      const { page, arrived, videoId } = await lure({ attacker, where, context, server })
      const read = await page.evaluate(
        async ({ url, paths, token, id }) => {
          const credentials = 'include'
          const simple = { 'content-type': 'application/x-www-form-urlencoded' }
          const body = `videoId=${id}`
          const tries: [string, RequestInit][] = [
            [paths.info, { credentials }],
            [paths.info, { credentials, headers: { authorization: `Bearer ${token}` } }],
            [paths.approve, { credentials, method: 'POST', headers: simple, body }],
            [
              paths.approve,
              { credentials, method: 'POST', headers: simple, body, mode: 'no-cors' },
            ],
            [
              paths.approve,
              {
                credentials,
                method: 'POST',
                body,
                headers: { ...simple, authorization: `Bearer ${token}` },
              },
            ],
          ]
          const answers = []
          for (const [path, init] of tries)
            answers.push(
              await fetch(url + path, init).then(
                (one) => one.text(),
                () => 'refused',
              ),
            )
          navigator.sendBeacon(url + paths.approve, new URLSearchParams({ videoId: String(id) }))
          return answers
        },
        {
          url: server.url,
          paths: { info: sessionCalls.userInfo.path, approve },
          token: tokenOf(who),
          id: videoId,
        },
      )
      expect(read).toEqual(Array(5).fill('refused'))
      // Two of these need a preflight request, which was refused.
      const methods = ['GET', 'OPTIONS', 'OPTIONS', 'POST', 'POST', 'POST']
      await expect
        .poll(() =>
          arrived()
            .map(({ method }) => method)
            .sort(),
        )
        .toEqual(methods)
      expect(arrived().filter(({ status }) => status < 400)).toEqual([])
      await expectNothingDone(server, videoId)
    })

  await test.step('a window that another site opened is out of its reach', async () => {
    const { page, videoId } = await lure({ attacker, where: 'site', context, server })
    const opening = context.waitForEvent('page')
    await page.evaluate((url) => {
      Object.assign(window, { opened: window.open(url) })
    }, `${server.url}/#/dashboard/video-review`)
    const shown = await opening
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Video review')
    expect(await shown.evaluate(() => window.opener)).toBeNull()
    const reach = await page.evaluate((url) => {
      const { opened } = window as unknown as { opened: Window }
      opened.location = `${url}/#/dashboard/reasons`
      return { closed: opened.closed, frames: opened.length }
    }, server.url)
    expect(reach).toEqual({ closed: true, frames: 0 })
    await shown.waitForTimeout(300)
    await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Video review')
    await expectNothingDone(server, videoId)
  })

  await test.step('login CSRF: a form elsewhere signs nobody in as the attacker', async () => {
    const mallory = await server.addAccount('reviewer', 'Mallory')
    const fields = { phone: mallory.phone, pwd: mallory.password }
    const session = async () =>
      (await context.cookies(server.url)).filter(({ name }) => name === cookieName)
    for (const where of ['site', 'port'] as const) {
      const { page, arrived, videoId } = await lure({ attacker, where, context, server }, () =>
        form(`${server.url}${sessionCalls.login.path}`, fields),
      )
      const before = await session()
      expect(before).toHaveLength(1)
      await submit(page)
      await expect.poll(arrived).toMatchObject([{ path: sessionCalls.login.path, status: 403 }])
      expect(await session()).toEqual(before)
      await expectNothingDone(server, videoId)
    }
  })

  await test.step('clickjacking: no page of ours is shown in a frame', async () => {
    for (const where of ['site', 'port'] as const) {
      const { page, videoId } = await lure(
        { attacker, where, context, server },
        () => `<iframe src="${server.url}/"></iframe><iframe src="${server.url}/docs"></iframe>
          <iframe src="/kittens"></iframe>`,
      )
      await expect.poll(() => page.frames().length).toBe(4)
      const shown = async () =>
        Promise.all(
          page
            .frames()
            .slice(1)
            .map((frame) => frame.evaluate(() => location.protocol)),
        )
      await expect.poll(shown).toEqual(['chrome-error:', 'chrome-error:', 'http:'])
      await expectNothingDone(server, videoId)
    }
  })

  await test.step('a live stream is not for pages elsewhere', async () => {
    for (const where of ['site', 'port'] as const) {
      const { page, arrived, videoId } = await lure({ attacker, where, context, server })
      const heard = await page.evaluate(
        (url) =>
          new Promise((resolve) => {
            const stream = new EventSource(url, { withCredentials: true })
            stream.onmessage = () => resolve('a message')
            stream.onopen = () => resolve('it opened')
            stream.onerror = () => resolve('refused')
          }),
        `${server.url}${liveCalls.stream.path}`,
      )
      expect(heard).toBe('refused')
      await expect.poll(arrived).toMatchObject([{ path: liveCalls.stream.path, status: 403 }])
      await expectNothingDone(server, videoId)
    }
  })
})

test('cookie tossing: with a second cookie, planted from another port, nobody acts as anybody', {
  tag: '@torture',
}, async ({ page: ours, context, server }) => {
  const mallory = await server.addAccount('reviewer', 'Mallory')
  const api = await request.newContext({ baseURL: server.url })
  await api.post(sessionCalls.login.path, { form: { phone: mallory.phone, pwd: mallory.password } })
  const { cookies } = await api.storageState()
  const planted = cookies.find(({ name }) => name === cookieName)?.value
  const who = await openAs(ours, server, '/dashboard/video-review')
  const { page, videoId } = await lure({ attacker, where: 'port', context, server })
  await page.evaluate((cookie) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the attack itself
    document.cookie = cookie
  }, `${cookieName}=${planted}; path=/admin`)
  const sent = ours.waitForRequest(`**${approve}`)
  for (const token of [tokenOf(who), tokenOf(mallory)])
    expect(await callFrom(ours, approve, `videoId=${videoId}`, token)).toBe(401)
  expect((await (await sent).allHeaders()).cookie?.match(/vsid-dev=/g)).toHaveLength(2)
  await expectNothingDone(server, videoId)
  await api.dispose()
})

test('two users in two tabs: what the first tab sends is done by neither', {
  tag: '@torture',
}, async ({ page, context, server }) => {
  const first = await openAs(page, server, '/dashboard/video-review')
  const { id } = await addVideos(server)
  const second = await server.addAccount('reviewer', 'The second')
  await context.request.post(`${server.url}${sessionCalls.login.path}`, {
    form: { phone: second.phone, pwd: second.password },
  })
  // The first tab names its user, whatever cookie is sent.
  expect(await callFrom(page, approve, `videoId=${id}`, tokenOf(first))).toBe(401)
  await expectNothingDone(server, id)
  expect(await callFrom(page, approve, `videoId=${id}`, tokenOf(second))).toBe(200)
  expect(await videoEventsOf(server, id)).toMatchObject([{ actor_name: 'The second' }])
})
