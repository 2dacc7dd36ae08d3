import { parseAnswer, readAnswer } from '@screening-room/contract/answers'
import type { AnyCall, InputOf, OutputOf } from '@screening-room/contract/call'
import { requestOf } from '@screening-room/contract/requests'
import { adoptRemoteConfig, config, setConfig } from './config.ts'
import { ApiFailure } from './failure.ts'
import { preferences } from './preferences.ts'
import { forgetToken, token } from './token.ts'
import { isUserActive } from './user-activity.ts'

/* The one place that talks to the server. */

const timeoutMs = 5000
const success = 200
/** After these pauses a change without a response is sent again, under the same key. */
const retryPauses = [1000, 3000]

export interface SendOptions {
  signal?: AbortSignal
  /** One key per user action, however often it is sent. */
  key?: string
  /** Pauses between retries. An empty list means that the caller retries by itself. */
  pauses?: readonly number[]
  /** Sent even while the page is being left. */
  keepalive?: boolean
}

/** `crypto.randomUUID` is missing where the page came over plain HTTP from another machine. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

type Listener = (failure: ApiFailure) => void
const listeners = new Set<Listener>()

/** Called for every 401 that ends this tab's session, and for every 403. */
export function onFailure(listener: Listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let configRead: Promise<void> | undefined

function readSettings(address: string): Promise<unknown> {
  return fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
    .then((response) => (response.ok ? response.json() : undefined))
    .catch(() => undefined)
}

export function readConfig(): Promise<void> {
  configRead ??= readSettings('config.json').then(async (own) => {
    setConfig(own)
    const { host } = config()
    if (host) adoptRemoteConfig(await readSettings(`${host}/config.json`))
  })
  return configRead
}

export async function send<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  options: SendOptions = {},
): Promise<OutputOf<C>> {
  await readConfig()
  const pauses = call.changes && config().ours ? (options.pauses ?? retryPauses) : []
  const key = options.key ?? newKey()
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(call, input, key, options)
    } catch (thrown) {
      if (!(thrown instanceof ApiFailure) || thrown.kind !== 'unconfirmed') throw thrown
      const pause = pauses[attempt]
      if (pause === undefined) throw thrown
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

function write(call: AnyCall, input: Record<string, unknown>) {
  const { path, fields } = requestOf(call, input)
  const written = new URLSearchParams(fields)
  const query = call.sends === 'query' && fields.length > 0 ? `?${written}` : ''
  const body = call.sends === 'form' ? written : undefined
  return { address: `${config().host}${path}${query}`, body }
}

function headersOf(bearer: string | null, accept: string): Headers {
  const headers = new Headers({ Accept: accept, 'Accept-Language': preferences.language() })
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
  return headers
}

async function sendOnce<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  key: string,
  { signal, keepalive = false }: SendOptions,
): Promise<OutputOf<C>> {
  const { address, body } = write(call, input as Record<string, unknown>)
  const bearer = token()
  const headers = headersOf(bearer, 'application/json')
  // Another provider's server may not allow these headers from another origin.
  if (config().ours) {
    if (call.changes) headers.set('Idempotency-Key', key)
    else if (!isUserActive()) headers.set('X-Background', '1')
  }
  const limit = AbortSignal.timeout(timeoutMs)
  let response: Response
  let text: string
  try {
    response = await fetch(address, {
      method: call.method,
      headers,
      credentials: 'include',
      keepalive,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body ? { body } : {}),
    })
    text = await response.text()
  } catch {
    if (signal?.aborted) throw new ApiFailure('cancelled')
    console.error('request failed', call.path)
    throw new ApiFailure(call.changes ? 'unconfirmed' : 'failed')
  }
  return read(call, response, text, bearer)
}

function read<C extends AnyCall>(
  call: C,
  response: Response,
  text: string,
  bearer: string | null,
): OutputOf<C> {
  const envelope = parseAnswer(text) ?? {}
  const details = {
    serverMessage: typeof envelope.msg === 'string' ? envelope.msg : undefined,
    code: typeof envelope.code === 'number' ? envelope.code : undefined,
    data: envelope.data,
    requestId: response.headers.get('x-request-id') ?? undefined,
  }
  if (!response.ok) throw failureOf(call, response.status, details, bearer)
  if (envelope.code !== success) throw new ApiFailure('refused', details)
  const reading = readAnswer(call, envelope)
  if (reading.fit !== 'unreadable') return reading.output
  console.error('request failed', call.path, reading.problem)
  throw new ApiFailure('failed', { requestId: details.requestId })
}

function failureOf(
  call: Pick<AnyCall, 'path' | 'changes'>,
  status: number,
  details: ConstructorParameters<typeof ApiFailure>[1],
  bearer: string | null,
): ApiFailure {
  if (status === 401) {
    const failure = new ApiFailure('signedOut', details)
    // A late response to an earlier session must not end the current one.
    const isCurrent = bearer === token()
    forgetToken(bearer)
    if (isCurrent) notify(failure)
    return failure
  }
  if (status === 403) {
    console.warn('insufficient permission', call.path)
    return notify(new ApiFailure('forbidden', details))
  }
  console.error(status === 500 ? 'server error' : 'request failed', call.path, details?.requestId)
  // A gateway (502, 504) does not say whether the change arrived.
  if ([502, 503, 504].includes(status) && call.changes)
    return new ApiFailure('unconfirmed', details)
  return new ApiFailure(status >= 500 ? 'server' : 'failed', details)
}

function notify(failure: ApiFailure): ApiFailure {
  for (const listener of listeners) listener(failure)
  return failure
}

/** A response that is read as it comes, for as long as it takes; a refusal is thrown. */
export async function openDownload<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  signal: AbortSignal,
): Promise<Response> {
  const bearer = token()
  const { address } = write(call, input as Record<string, unknown>)
  const response = await fetch(address, {
    headers: headersOf(bearer, '*/*'),
    credentials: 'include',
    signal,
  })
  const isAnswer = response.headers.get('content-type')?.startsWith('application/json')
  if (response.ok && !isAnswer) return response
  read(call, response, await response.text(), bearer)
  throw new ApiFailure('failed')
}

/** Whether the server of the app's own files responds. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  return fetch('config.json', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ status }) => status < 500,
    () => false,
  )
}

/** Server-sent events. A background request, so it keeps no session alive. */
export async function openStream(
  path: string,
  lastId: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const bearer = token()
  const headers = headersOf(bearer, 'text/event-stream')
  headers.set('X-Background', '1')
  if (lastId !== undefined) headers.set('Last-Event-ID', lastId)
  const response = await fetch(`${config().host}${path}`, {
    headers,
    credentials: 'include',
    signal,
  })
  if (response.ok) return response
  throw failureOf({ path }, response.status, {}, bearer)
}
