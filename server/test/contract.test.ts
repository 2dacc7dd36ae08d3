import type { AddressInfo } from 'node:net'
import { allCalls, bareCalls, platformCalls } from '@screening-room/contract/all-calls'
import type { AnyCall } from '@screening-room/contract/call'
import { categoryCalls } from '@screening-room/contract/categories'
import { builtInRoles, hasAny, permissionsIn } from '@screening-room/contract/permissions'
import { commonRefusals, type RefusalCode, refusals } from '@screening-room/contract/refusals'
import { sessionCalls } from '@screening-room/contract/session'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sendRefusal } from '../src/http/answer.ts'
import { type Policy, requirePolicies } from '../src/http/policy.ts'
import { serve, serveChange } from '../src/http/serve.ts'
import { Refusal } from '../src/refusal.ts'
import { startServer, type TestServer } from './setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ demo: true })
})
afterAll(() => server.close())

const open: Policy = { access: 'public' }
const viewers: Policy = { access: 'session', needs: 'session', bearer: 'none' }

/** All that is served and is no call of the contract. A new route is added here, on purpose. */
const ownRoutes: [string, Policy][] = [
  ['GET /healthz', open],
  ['GET /readyz', open],
  ['GET /metrics', { access: 'operator' }],
  ['GET /docs', open],
  ['GET /docs/style.css', open],
  ['GET /docs/openapi.json', open],
  ['GET /media/*', viewers],
  ['HEAD /media/*', viewers],
  ['GET /pictures/*', viewers],
  ['HEAD /pictures/*', viewers],
  ['GET /*', open],
  ['HEAD /*', open],
  ['OPTIONS /*', open],
]

/** The specification's section 7, line by line: method, path, and the names of what travels. */
const specification = `
POST /admin/user/login: phone pwd
GET /admin/user/query/user/info:
GET /project/role/list:
POST /admin/data/auth/list: page pageSize roleId status start end
POST /admin/data/auth/opt/aggree: authId
POST /admin/data/auth/opt/refuse: authId message
POST /admin/data/video/list: page pageSize viewStatus videoType start end
POST /admin/data/personal/list: page pageSize viewStatus videoType start end
POST /admin/data/video/opt/aggree: videoId
POST /admin/data/video/opt/refuse: videoId message
POST /admin/data/video/opt/offline: videoId videoType offlineReasons
POST /admin/data/personal/opt/aggree: videoId
POST /admin/data/personal/opt/refuse: videoId message
POST /admin/data/personal/opt/offline: videoId videoType offlineReasons
POST /admin/data/personal/opt/tag: typeId videoId
GET /vedio/type/tag/list:
GET /vedio/report/type/list:
POST /admin/data/report/list: page pageSize status videoType start end
POST /admin/data/auth/report/refuse: videoId videoType
POST /admin/data/type/add: typeName
POST /admin/data/tag/add: tagName typeId
POST /admin/data/play/getLink: id
POST /admin/data/play/personal/getLink: id
POST /admin/data/play/project/getLink: id
GET /vedio/categories:
GET /vedio/{id}/auth-status: id`

/** What our reading of the specification adds. */
const decided = `
POST /admin/data/video/opt/tag: typeId videoId
POST /admin/data/type/add: typeName typeNameEn
POST /admin/data/tag/add: tagName typeId tagNameEn
POST /admin/data/project/list: page pageSize status start end
POST /admin/data/project/opt/aggree: projectId
POST /admin/data/project/opt/refuse: projectId message
POST /admin/user/logout:`

const lines = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(/:\s*/))

const calls = [...allCalls]
const policyOf = ({ needs: said, bearer, enrolment }: AnyCall): Policy => {
  if (said === 'public') return open
  const own = { bearer: bearer ?? 'required', ...(enrolment && { enrolment }) } as const
  return { access: 'session', needs: said === 'session' ? said : permissionsIn(said), ...own }
}
const isForReviewers = ({ needs }: AnyCall) =>
  /public|session/.test(String(needs)) || hasAny(builtInRoles.reviewer, permissionsIn(needs))
const urlOf = (call: AnyCall) => call.path.replace(/\{(\w+)\}/g, ':$1')

const forLeads =
  /^(team|roles|keys|endpoints|record|events|exports|recordExports)\.|^overview\.(now|dismissImport|history|people)$|^strikes\.c|^members\.erase/

describe('the contract', () => {
  test.each([...lines(specification), ...lines(decided)])(
    'has %s with %s',
    (route, fields = '') => {
      const [, call] = calls.find(([, { method, path }]) => `${method} ${path}` === route) ?? []
      expect(Object.keys(call?.input.shape)).toEqual(
        expect.arrayContaining(fields.split(' ').filter(Boolean)),
      )
    },
  )

  test('calls nothing the specification’s that is not in it', () => {
    const spelt = lines(specification).map(([route]) => route)
    const claimed = calls.flatMap(([, { origin, method, path }]) =>
      origin === 'spec' ? [`${method} ${path}`] : [],
    )
    expect(claimed.sort()).toEqual(spelt.sort())
  })

  test('marks as a change exactly what is not reading or signing in and out', () => {
    const changing = calls.filter(([, call]) => call.changes).map(([name]) => name)
    const changes =
      /\.(approve|reject|takeDown|tag|dismiss|add\w*|skip|unskip|decide|undo|reopen|change|rename|move|setHidden|(un)?merge|invite|newLink|setRole|disable|enable|endSessions?|create|rotate|revoke|setPaused|remove|resend|phone|setPolicy|setSecondFactor|setFourEyes|ask|confirm|refuse|erase|remove(Totp|Passkey)|resetFactors|verify|bundle|openCertificates|dismissImport)$/
    expect(changing.filter((name) => !changes.test(name))).toEqual([])
    expect(changing).toHaveLength(64)
    for (const [, call] of calls)
      if (call.changes) {
        expect(call.method).toBe('POST')
        expect(call.refuses).toContain('key_reused')
      }
  })

  test('declares its bare calls as reads of ours, and no other call as bare', () => {
    for (const call of bareCalls.values())
      expect(call).toMatchObject({ method: 'GET', origin: 'ours' })
    expect(calls.filter(([, call]) => call.responds)).toEqual([])
  })

  test('gives each call of the platform a scope and no permission, and no other call a scope', () => {
    const named = [...platformCalls].map(([name, { scope, method, path, needs }]) => {
      expect(path).toMatch(/^\/platform\/v1\/[a-z-]+$/)
      expect(needs).toEqual([])
      return `${name} ${method} ${scope}`
    })
    expect(named).toEqual([
      'platform.members POST items:write',
      'platform.roles POST items:write',
      'platform.reportReasons POST items:write',
      'platform.categories POST items:write',
      'platform.tags POST items:write',
      'platform.certifications POST items:write',
      'platform.projects POST items:write',
      'platform.videos POST items:write',
      'platform.reports POST reports:write',
      'platform.withdraw POST items:write',
      'platform.erase POST members:erase',
      'platform.events GET events:read',
    ])
    for (const call of [...allCalls.values(), ...bareCalls.values()])
      expect(call.scope).toBeUndefined()
  })

  test('leaves configuration to administrators and lets nobody but the login in unasked', () => {
    const named = (test: (call: AnyCall) => boolean) =>
      calls.filter(([, call]) => test(call)).map(([name]) => name)
    expect(named((call) => call.needs === 'public')).toEqual([
      'session.login',
      'secondStep.code',
      'secondStep.passkey',
      'link.open',
      'link.setPassword',
    ])
    expect(named((call) => call.bearer === 'optional')).toEqual(['session.userInfo'])
    expect(named((call) => !isForReviewers(call))).toEqual([
      ...['categories.addCategory', 'categories.addTag', 'categories.rename', 'categories.move'],
      'categories.setHidden',
      'categories.mergePreview',
      'categories.merge',
      'categories.unmerge',
      'categories.merges',
      'history.reopen',
      ...['reasons.add', 'reasons.change', 'reasons.setPolicy'],
      ...calls.map(([name]) => name).filter((name) => forLeads.test(name)),
    ])
  })
})

describe('the router', () => {
  test.each(calls)('serves %s on exactly one route, with its policy', (name, call) => {
    const serving = server.routes.filter((route) => route.call === name)
    const policy = policyOf(call)
    expect(serving).toEqual([{ method: call.method, url: urlOf(call), policy, call: name }])
  })

  test.each([...platformCalls])('serves %s to keys alone, on exactly one route', (name, call) => {
    const { method, path: url, scope } = call
    const serving = server.routes.filter((route) => route.call === name)
    expect(serving).toEqual([{ method, url, policy: { access: 'key', scope }, call: name }])
  })

  test('has no other route but the few that are no calls, each with its policy', () => {
    const others = server.routes
      .filter((route) => route.call === undefined)
      .map(({ method, url, policy }) => [`${method} ${url}`, policy])
    const bare = [...bareCalls.values()].map((call) => [`GET ${call.path}`, policyOf(call)])
    expect(others.sort()).toEqual([...ownRoutes, ...bare].sort())
  })

  test('has no method and path twice', () => {
    const all = server.routes.map(({ method, url }) => `${method} ${url}`)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(allCalls.size + bareCalls.size + platformCalls.size + ownRoutes.length)
  })

  test('does not take a route without a policy, wherever it is registered', async () => {
    const app = Fastify()
    const table = requirePolicies(app)
    const handler = async () => 'open to all'
    expect(() => app.get('/forgotten', handler)).toThrow('The route GET /forgotten has no policy')
    expect(() => app.route({ method: 'POST', url: '/b', config: {}, handler })).toThrow(/policy/)
    app.register(async (inner) => {
      inner.get('/inner', handler)
    })
    await expect(app.ready()).rejects.toThrow('The route GET /inner has no policy')
    expect(table).toEqual([])
  })
})

describe('a served call', () => {
  let app: FastifyInstance
  let next: () => never
  const log: string[] = []
  beforeAll(async () => {
    const stream = { write: (line: string) => void log.push(line) }
    app = Fastify({ logger: { level: 'error', stream } })
    app.decorateReply('envelopeCode', 0)
    app.setErrorHandler((error, request, reply) => sendRefusal(request, reply, error))
    serve(app, sessionCalls.login, () => next())
    serve(app, categoryCalls.list, () => new Promise(() => {}))
    serve(app, categoryCalls.addCategory, () => new Promise(() => {}))
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())

  const send = async ({ method, path }: AnyCall, query = '') => {
    const { port } = app.server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}${path}${query}`, { method })
    const body = (await response.json()) as { code: number; msg: string }
    return { http: response.status, ...body }
  }

  const ask = (refusal: RefusalCode) => {
    next = () => {
      throw new Refusal(refusal, { what: 'it', seconds: 1 })
    }
    return send(sessionCalls.login, '?phone=1&pwd=2')
  }

  const codes = Object.keys(refusals) as RefusalCode[]
  const listed: readonly string[] = [...sessionCalls.login.refuses, ...commonRefusals]

  test.each(codes.filter((code) => listed.includes(code)))('may refuse with %s', async (code) => {
    const { http, code: envelope } = refusals[code]
    expect(await ask(code)).toMatchObject({ http, code: envelope })
  })

  test.each(codes.filter((code) => !listed.includes(code)))(
    'that refuses with %s, which its contract does not list, is at fault',
    async (code) => {
      log.length = 0
      expect(await ask(code)).toEqual({ http: 500, code: 500, msg: 'Server error' })
      expect(log.join()).toContain(`session.login refused with ${code}`)
    },
  )

  test('that takes too long is not confirmed where it changes something, and else to be asked again', async () => {
    const [change, reading] = await Promise.all([
      send(categoryCalls.addCategory, '?typeName=film'),
      send(categoryCalls.list),
    ])
    expect(change).toMatchObject({ http: 503, msg: refusals.not_confirmed.says.en })
    expect(reading).toMatchObject({ http: 503, msg: refusals.too_busy.says.en })
  })

  test('must be one of all calls, and declared as a change where it changes something', () => {
    const unlisted = { ...categoryCalls.list, path: '/vedio/secrets' }
    expect(() => serve(app, unlisted, () => ({ data: [] }))).toThrow('is not among all calls')
    expect(() => serveChange(app, server.db, categoryCalls.list, () => ({ data: [] }))).toThrow(
      'is not declared as a change',
    )
  })
})

/** What takes a password or the secret of a link, and what ends the session: no reading, though no change. */
const passwords = [
  ...['session.login', 'session.logout', 'preferences.set'],
  ...['account.setAvatar', 'account.removeAvatar'],
  'account.changePassword',
  'link.open',
  'link.setPassword',
  'secondStep.code',
  'secondStep.passkey',
]

test('every reading call answers with exactly what its contract says, on the demo data', async () => {
  const reader = await server.signIn('administrator')
  const firstOf = async (name: string) => {
    const call = allCalls.get(`${name}.list`) as AnyCall
    const { body } = await reader.sendRaw(call, {})
    const list = Array.isArray(body.data) ? body.data : body.data.list
    return list[0].id as number
  }
  const ids: Record<string, number> = {
    'certifications.get': await firstOf('certifications'),
    'projects.get': await firstOf('projects'),
    'videos.project.get': await firstOf('videos.project'),
    'videos.personal.get': await firstOf('videos.personal'),
    'reports.get': await firstOf('reports'),
    'videos.certified': await firstOf('videos.personal'),
    'history.list': 1,
    'versions.changes': await firstOf('videos.project'),
    'record.item': await firstOf('videos.project'),
    'focus.about': await firstOf('videos.project'),
    'categories.mergePreview': 11,
    'members.get': 1001,
    'overview.person': 1,
  }
  const others: Record<string, string> = { desk: 'desk-of-a-reader', queue: 'project-video' }
  let asked = 0
  for (const [name, call] of calls) {
    if (call.changes || passwords.includes(name) || name.includes('.link.')) continue
    if (name.startsWith('factors.') && name !== 'factors.get') continue
    if (/^endpoints\.(ping|deliver)/.test(name)) continue // no demo has an endpoint
    const needed = Object.entries(others).filter(
      ([field]) => name.startsWith('focus.') && field in call.input.shape,
    )
    const input = {
      ...(ids[name] && { id: ids[name] }),
      ...(['history.list', 'versions.changes', 'record.item'].includes(name) && { queue: 'video' }),
      ...(name === 'categories.mergePreview' && { kind: 'category', into: 12 }),
      ...Object.fromEntries(needed),
    }
    const { status, body } = await reader.sendRaw(call, input)
    expect({ name, status, code: body.code }).toEqual({ name, status: 200, code: 200 })
    const strict = z.safeParse(call.output, body)
    expect({ name, issues: strict.error?.issues ?? [] }).toEqual({ name, issues: [] })
    asked += 1
  }
  expect(asked).toBe(calls.length - 64 - 19 - 3)
})
