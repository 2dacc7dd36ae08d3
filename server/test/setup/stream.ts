import { liveCalls } from '@screening-room/contract/live'
import { expect } from 'vitest'
import { type Client, insist } from './client.ts'

/* An open screen, as a browser reads it. */

interface Heard {
  id: number | undefined
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server says is what the test looks at
  data: any
}

export interface OpenStream {
  status: number
  headers: Headers
  heard: Heard[]
  /** The last place it was told, as it would send it to come back. */
  last(): string | undefined
  of(name: string): Heard[]
  /** Milliseconds from the opening until the server ended it. */
  ended: Promise<number>
  leave(): void
}

export async function openStream(
  client: Client,
  { last, url = client.url }: { last?: string | number | undefined; url?: string } = {},
): Promise<OpenStream> {
  const leaving = new AbortController()
  const began = performance.now()
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${url}${liveCalls.stream.path}`, {
    signal: leaving.signal,
    headers: {
      cookie,
      authorization: `Bearer ${client.token}`,
      'x-background': '1',
      ...(last === undefined ? {} : { 'last-event-id': String(last) }),
    },
  })
  const heard: Heard[] = []
  let lastId: string | undefined
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = new Map(
          block.split('\n').map((line) => {
            const colon = line.indexOf(':')
            return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
          }),
        )
        lastId = fields.get('id') ?? lastId
        const id = fields.get('id')
        const name = fields.get('event')
        if (name)
          heard.push({
            id: id === undefined ? undefined : Number(id),
            name,
            data: JSON.parse(fields.get('data') ?? 'null'),
          })
      }
    }
  }
  const ended = read()
    .catch(() => {})
    .then(() => performance.now() - began)
  return {
    status: response.status,
    headers: response.headers,
    heard,
    last: () => lastId,
    of: (name) => heard.filter((one) => one.name === name),
    ended,
    leave: () => leaving.abort(),
  }
}

/** Opened, as the app does it again where the server is too busy just now, and told its position. */
export async function joined(...args: Parameters<typeof openStream>): Promise<OpenStream> {
  const stream = await insist(() => openStream(...args))
  expect(stream.status).toBe(200)
  await expect.poll(() => stream.last(), { timeout: 30_000 }).toBeDefined()
  return stream
}
