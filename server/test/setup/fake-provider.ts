import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * A provider written from the specification alone: it shares no code with ours. `odd` answers in other
 * forms where the specification shows none; `lacks` answers 404.
 */

type Fields = URLSearchParams
type Row = Record<string, unknown>

export interface FakeProvider {
  url: string
  phone: string
  pwd: string
  /** Every request: method and path. */
  seen: string[]
  categories: { id: number; name: string; tags: { id: number; name: string }[] }[]
  close(): Promise<void>
}

const cookie = 'PSESSION=abc123'
const user = { id: 7, phone: '13700000007', nickName: '小管', avatar: 'a.png', role: 'root' }
const time = '2026-01-31T10:00:00'

function makeRows() {
  const video = (id: number, videoType: number): Row => ({
    id,
    title: `Video ${id}`,
    introduction: 'About it',
    videoBanner: 'b.png',
    imageUrl: null,
    tags: [{ id: 31, name: 'Rock' }],
    viewStatus: 0,
    createTime: time,
    updateTime: time,
    categoryId: 11,
    duration: 65,
    videoType,
  })
  return {
    certifications: [1, 2, 3].map((id) => ({
      id,
      nickName: `Person ${id}`,
      authRoleId: 2,
      authStatus: 0,
      phone: '13900000000',
      authIntroduce: 'Please',
      authPicPath: '["https://pictures.example.com/1.png"]',
      createTime: time,
    })) as Row[],
    project: [101, 102, 103].map((id) => video(id, 2)),
    promo: [201].map((id) => video(id, 0)),
    personal: [301, 302, 303].map((id) => video(id, 1)),
    reports: [
      [401, 201, 0],
      [402, 301, 1],
      [403, 101, 2],
    ].map(([id, videoId, videoType]) => ({
      id,
      videoId,
      videoType,
      reportMessageId: 5,
      reportCount: 3,
      reportUserId: 9,
      reportStatus: 0,
      createTime: time,
    })) as Row[],
  }
}

const asText = (rows: Row[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'number' ? String(value) : value,
      ]),
    ),
  )

export async function startFakeProvider({
  odd = false,
  lacks = [] as readonly string[],
} = {}): Promise<FakeProvider> {
  const rows = makeRows()
  const seen: string[] = []
  const categories = [
    { id: 11, name: '音乐', tags: [{ id: 31, name: 'Rock' }] },
    { id: 12, name: '电影', tags: [] as { id: number; name: string }[] },
  ]
  const ok = (more: Row = {}) => ({ code: 200, msg: 'success', ...more })
  const named = (list: { id: number; name: string }[]) =>
    Object.fromEntries(list.map(({ id, name }) => [id, name]))
  const listed = (all: Row[]) =>
    odd
      ? ok({ data: { records: asText(all), total: String(all.length) } })
      : ok({ data: all, total: all.length })
  const decide = (list: Row[], id: unknown, name: string, to: number) => {
    const row = list.find((one) => String(one.id) === String(id))
    if (!row) return { code: 500, msg: 'no such row' }
    row[name] = to
    return ok()
  }
  const ofVideos = (all: Row[], prefix: string): [string, (fields: Fields) => Row][] => [
    [
      `POST /admin/data/${prefix}/opt/aggree`,
      (f) => decide(all, f.get('videoId'), 'viewStatus', 5),
    ],
    [
      `POST /admin/data/${prefix}/opt/refuse`,
      (f) =>
        f.get('message') === 'report rejected'
          ? ok()
          : decide(all, f.get('videoId'), 'viewStatus', 3),
    ],
    [
      `POST /admin/data/${prefix}/opt/offline`,
      (f) =>
        f.getAll('offlineReasons').length > 0
          ? decide(all, f.get('videoId'), 'viewStatus', 8)
          : { code: 400, msg: 'reasons' },
    ],
  ]
  const link = (f: Fields) => {
    const address = `https://films.example.com/${f.get('id')}.mp4`
    return ok({ data: odd ? { url: address } : address })
  }
  const routes = new Map<string, (fields: Fields) => Row>([
    [
      'GET /admin/user/query/user/info',
      () => (odd ? ok({ data: { ...user, id: '7' } }) : ok({ info: user })),
    ],
    [
      'GET /project/role/list',
      () => ok({ data: odd ? [{ roleId: 2, roleName: '导演' }] : { 2: '导演' } }),
    ],
    [
      'POST /admin/data/auth/list',
      () => ok({ data: odd ? asText(rows.certifications) : rows.certifications }),
    ],
    [
      'POST /admin/data/auth/opt/aggree',
      (f) => decide(rows.certifications, f.get('authId'), 'authStatus', 5),
    ],
    [
      'POST /admin/data/auth/opt/refuse',
      (f) => decide(rows.certifications, f.get('authId'), 'authStatus', 3),
    ],
    [
      'POST /admin/data/video/list',
      (f) => listed(f.get('videoType') === '0' ? rows.promo : rows.project),
    ],
    ['POST /admin/data/personal/list', () => listed(rows.personal)],
    ...ofVideos([...rows.project, ...rows.promo], 'video'),
    ...ofVideos(rows.personal, 'personal'),
    ['POST /admin/data/personal/opt/tag', () => ok()],
    [
      'GET /vedio/type/tag/list',
      () => {
        const types = named(categories)
        const tags = Object.fromEntries(categories.map((one) => [one.name, named(one.tags)]))
        return odd ? ok({ data: categories }) : ok({ data: { typeTagMap: tags, allMap: types } })
      },
    ],
    [
      'GET /vedio/report/type/list',
      () => ok({ data: odd ? { 5: '违规' } : [{ id: 5, reportMessage: '违规' }] }),
    ],
    [
      'POST /admin/data/report/list',
      (f) => {
        const list = rows.reports.filter((one) => String(one.videoType) === f.get('videoType'))
        return odd
          ? ok({ data: list.length > 0 ? asText(list) : null, total: list.length })
          : ok({ data: { list, total: list.length } })
      },
    ],
    ['POST /admin/data/auth/report/refuse', () => ok()],
    [
      'POST /admin/data/type/add',
      (f) => {
        categories.push({ id: 20 + categories.length, name: f.get('typeName') ?? '', tags: [] })
        return ok()
      },
    ],
    [
      'POST /admin/data/tag/add',
      (f) => {
        const category = categories.find(({ id }) => String(id) === f.get('typeId'))
        if (!category) return { code: 500, msg: 'no such category' }
        category.tags.push({ id: 40 + category.tags.length, name: f.get('tagName') ?? '' })
        return ok(odd ? { data: true } : {})
      },
    ],
    ['POST /admin/data/play/getLink', link],
    ['POST /admin/data/play/personal/getLink', link],
    ['POST /admin/data/play/project/getLink', link],
    [
      'GET /vedio/categories',
      () =>
        ok({ data: odd ? named(categories) : categories.map(({ id, name }) => ({ id, name })) }),
    ],
    ['GET /vedio/{id}/auth-status', () => (odd ? ok({ status: '1' }) : ok({ data: 1 }))],
  ])

  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const url = new URL(request.url ?? '/', 'http://provider')
    const fields = new URLSearchParams(`${url.search.slice(1)}&${Buffer.concat(parts)}`)
    const path = url.pathname.replace(/^(\/vedio)\/\d+\//, '$1/{id}/')
    seen.push(`${request.method} ${path}`)
    const send = (status: number, body: Row, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    }
    if (lacks.includes(path)) return send(404, { code: 404, msg: 'not found' })
    if (path === '/admin/user/login') {
      const right = fields.get('phone') === user.phone && fields.get('pwd') === 'secret'
      if (!right) return send(200, { code: 500, msg: '密码错误' })
      return send(200, ok(), {
        'set-cookie': `${cookie}; Domain=provider.example; Path=/; HttpOnly`,
      })
    }
    const handle = routes.get(`${request.method} ${path}`)
    if (!handle) return send(404, { code: 404, msg: 'not found' })
    const bearer = request.headers.authorization
    const isKnown = request.headers.cookie?.includes(cookie)
    const isMine = bearer === `Bearer ${user.id}${user.phone}`
    if (!isMine && !(isKnown && path.endsWith('/user/info')))
      return send(401, { code: 401, msg: '' })
    send(200, handle(fields))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    phone: user.phone,
    pwd: 'secret',
    seen,
    categories,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
