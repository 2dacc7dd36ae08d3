import { setTimeout as pause } from 'node:timers/promises'
import type { AnyCall, InputOf, OutputOf } from '@screening-room/contract/call'
import { refusals } from '@screening-room/contract/refusals'
import { sessionCalls, tokenOf } from '@screening-room/contract/session'

const tooBusyWords = new Set<string>(Object.values(refusals.too_busy.says))
const isTooBusy = ({ status, msg }: Answer) => status === 503 && tooBusyWords.has(msg)

export interface Answer<C = AnyCall> {
  status: number
  headers: Headers
  code: number
  msg: string
  /** The envelope beside code and msg, as the contract says it is where code is 200. */
  body: OutputOf<C> & { code: number; msg: string }
}

/** Fields as they are written, for what the types would not let us say. */
type RawFields = Record<string, string | number | readonly (string | number)[]>

let sentAgain = 0

/** Sends again after a "not now", as the app does, and prints how often that was needed. */
export async function insist<A extends Pick<Answer, 'status'>>(
  ask: () => Promise<A>,
  notNow: (answer: A) => boolean = ({ status }) => status === 503,
): Promise<A> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (!notNow(answer) || tries === 10) return answer
    sentAgain += 1
    console.log(`sent again after ${answer.status}: ${sentAgain} in this worker`)
    await pause(tries * 200)
  }
}

/** A client that does what the specification's does: a cookie jar, and a Bearer once it knows who it is. */
export class Client {
  readonly url: string
  cookies = new Map<string, string>()
  token: string | undefined
  userId = 0
  phone = ''
  password = ''
  /** Whether it sends again what was refused as too much. For tests that overload the server on purpose. */
  insists = false

  constructor(url: string) {
    this.url = url
  }

  async signIn(phone: string, pwd: string): Promise<Answer<typeof sessionCalls.login>> {
    const answer = await this.send(sessionCalls.login, { phone, pwd })
    if (answer.code !== 200) return answer
    this.password = pwd
    const { body } = await this.send(sessionCalls.userInfo, {})
    this.token = tokenOf(body.info)
    this.userId = body.info.id
    this.phone = body.info.phone
    return answer
  }

  /** A call of the contract, typed by it. */
  send<C extends AnyCall>(
    call: C,
    input: Partial<InputOf<C>>,
    headers: Record<string, string> = {},
  ): Promise<Answer<C>> {
    return this.sendRaw(call, input as RawFields, headers)
  }

  /** The same call with whatever fields one likes. */
  sendRaw<C extends AnyCall>(
    call: C,
    input: RawFields,
    headers: Record<string, string> = {},
  ): Promise<Answer<C>> {
    const ask = () => this.sendOnce(call, input, headers)
    return this.insists ? insist(ask, isTooBusy) : ask()
  }

  private async sendOnce<C extends AnyCall>(
    call: C,
    input: RawFields,
    headers: Record<string, string>,
  ): Promise<Answer<C>> {
    const fields = new URLSearchParams()
    let path = call.path
    for (const [name, value] of Object.entries(input)) {
      if (value === undefined) continue
      if (path.includes(`{${name}}`))
        path = path.replace(`{${name}}`, encodeURIComponent(String(value)))
      else for (const one of [value].flat()) fields.append(name, String(one))
    }
    const query = call.sends === 'query' && fields.size > 0 ? `?${fields}` : ''
    const response = await this.fetch(`${path}${query}`, {
      method: call.method,
      headers,
      ...(call.sends === 'form' && { body: fields }),
    })
    const body = parseEnvelope<Answer<C>['body']>(response.status, await response.text())
    return {
      status: response.status,
      headers: response.headers,
      code: body.code,
      msg: body.msg,
      body,
    }
  }

  /** Any request at all, with this client's cookies and Bearer. */
  async fetch(
    path: string,
    init: RequestInit & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${this.url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: {
        ...(cookie && { cookie }),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...init.headers,
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const equals = pair.indexOf('=')
      const value = pair.slice(equals + 1)
      if (value) this.cookies.set(pair.slice(0, equals), value)
      else this.cookies.delete(pair.slice(0, equals))
    }
    return response
  }
}

/** What is not ours, such as a proxy's own page, is named in the error. */
function parseEnvelope<T>(status: number, text: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw new Error(`no envelope but ${status}: ${text.slice(0, 200)}`)
  }
}
