import { createServer, type Server } from 'node:http'
import { focusCalls } from '@screening-room/contract/focus'

export interface Received {
  call: string
  key: string | undefined
  fields: Record<string, string>
}
/** `nothing` cuts the connection. */
export type Reply = Record<string, unknown> | 'nothing'

const nameOf = (path: string) =>
  Object.entries(focusCalls).find(([, call]) => call.path === path)?.[0] ?? path

/** A server whose responses a test decides. */
export function focusServer(
  respond: (request: Received) => Reply | Promise<Reply> | undefined,
): Server {
  return createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', async () => {
      const call = nameOf(request.url ?? '')
      const key = request.headers['idempotency-key']?.toString()
      const fields = Object.fromEntries(new URLSearchParams(body))
      const reply = (await respond({ call, key, fields })) ?? {}
      if (reply === 'nothing') return request.socket.destroy()
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ code: 200, msg: 'ok', ...reply }))
    })
  })
}

/** A claimed project, as the server returns it. */
export const claimed = (id: number, version = 1) => ({
  lease: `lease-${id}`,
  id,
  secondsLeft: 300,
  project: {
    id,
    title: `Project ${id}`,
    ownerId: 1,
    ownerCertified: true,
    roleIds: [],
    videoCount: 0,
    status: 0,
    createTime: '2026-01-01T00:00:00',
    videos: [],
    version,
  },
})
