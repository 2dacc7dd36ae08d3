import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/* A server on loopback that answers as each test says. */

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

export const answers = {
  host: '',
  /** By path; anything else is 404. */
  at: {} as Record<string, Answer>,
  asked: [] as string[],
}

export const json =
  (body: unknown, status = 200): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

export function withAnswers() {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    answers.asked.push(path)
    const answer = answers.at[path.split('?', 1)[0] ?? '']
    if (answer) return void answer(request, response)
    response.writeHead(404).end()
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    answers.host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
}
