import { parseAnswer } from '@screening-room/contract/answers'
import type { Answer, AnyCall, InputOf } from '@screening-room/contract/call'
import { requestOf } from '@screening-room/contract/requests'

/* Sends calls to a provider as a browser with the app would: with its cookies and the Bearer. */

/** The client's own limit (spec, section 9). */
const timeoutMs = 5000

export interface Sent {
  /** 0: no answer. */
  http: number
  /** Undefined: no JSON object; the note says why. */
  body: Answer | undefined
  note: string
}

export interface Provider {
  token: string | undefined
  send<C extends AnyCall>(call: C, input: InputOf<C>): Promise<Sent>
}

export function openProvider(origin: string): Provider {
  const cookies = new Map<string, string>()
  const provider: Provider = {
    token: undefined,
    async send(call, input) {
      const { path, fields } = requestOf(call, input as Record<string, unknown>)
      const written = new URLSearchParams(fields)
      const query = call.sends === 'query' ? `?${written}` : ''
      const headers = new Headers({ accept: 'application/json', 'accept-language': 'en' })
      if (provider.token) headers.set('authorization', `Bearer ${provider.token}`)
      if (cookies.size > 0)
        headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      try {
        const response = await fetch(origin + path + query, {
          method: call.method,
          headers,
          signal: AbortSignal.timeout(timeoutMs),
          redirect: 'manual',
          ...(call.sends === 'form' ? { body: written } : {}),
        })
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? []
          cookies.set(name, value)
        }
        const answer = parseAnswer(await response.text())
        const note = answer ? '' : `HTTP ${response.status}, and no JSON object`
        return { http: response.status, body: answer, note }
      } catch (error) {
        const late = (error as Error).name === 'TimeoutError'
        return { http: 0, body: undefined, note: late ? 'no answer in 5 s' : 'no connection' }
      }
    },
  }
  return provider
}
