import type { OutputOf } from '@screening-room/contract/call'
import type {
  PlatformEvent,
  PlatformKind,
  PlatformRow,
  platformCalls,
  Withdrawal,
} from '@screening-room/contract/platform'

/* Sends what is to be reviewed, and reads what was decided. */

export interface ClientOptions {
  /** Of the server: https://review.example.com */
  url: string
  /** srk_… */
  key: string
  /** How often a request is repeated that was not answered, or with 429 or 5xx. */
  retries?: number
  timeoutMs?: number
}

/** The server's "no", or no answer after all retries (`code` 0). */
export class ClientError extends Error {
  readonly code: number
  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

type RowAnswers = OutputOf<(typeof platformCalls)[PlatformKind]>['data']
type Events = OutputOf<typeof platformCalls.events>

interface SendOptions {
  /** The same for the same batch, also after a restart; a new one by default. */
  idempotencyKey?: string
}

type Upserts = {
  [Kind in PlatformKind]: (
    rows: readonly PlatformRow<Kind>[],
    options?: SendOptions,
  ) => Promise<RowAnswers>
}

export interface Client extends Upserts {
  /** Takes items back, with their pending reports. */
  withdraw(rows: readonly Withdrawal[], options?: SendOptions): Promise<RowAnswers>
  /** Erases the personal data of members, for good. */
  erase(rows: readonly { external_id: string }[], options?: SendOptions): Promise<RowAnswers>
  events(input?: { after?: number; limit?: number; wait?: number }): Promise<Events>
  /** Every event after a position, for ever: keep `position`, and begin there after a restart. */
  follow(input?: { after?: number; signal?: AbortSignal }): AsyncGenerator<PlatformEvent, void>
}

const paths: Record<PlatformKind, string> = {
  members: 'members',
  roles: 'roles',
  reportReasons: 'report-reasons',
  categories: 'categories',
  tags: 'tags',
  certifications: 'certifications',
  projects: 'projects',
  videos: 'videos',
  reports: 'reports',
}

/** The longest that the server holds a request. */
const waitSeconds = 25

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end, { once: true })
  })

export function createClient({ url, key, retries = 5, timeoutMs = 10_000 }: ClientOptions): Client {
  const base = `${url.replace(/\/+$/, '')}/platform/v1`

  async function once(path: string, init: RequestInit, within: number, signal?: AbortSignal) {
    const timeout = AbortSignal.timeout(within)
    const response = await fetch(`${base}/${path}`, {
      ...init,
      redirect: 'error',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
    })
    return { response, text: await response.text() }
  }

  async function send<Answer>(
    path: string,
    init: RequestInit,
    { within = timeoutMs, signal }: { within?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      let wait = Math.min(30_000, 500 * 2 ** tries) * (0.5 + Math.random() / 2)
      try {
        const { response, text } = await once(path, init, within, signal)
        if (response.status !== 429 && response.status < 500) return read<Answer>(text)
        if (tries >= retries) throw new ClientError(response.status, `answered ${response.status}`)
        wait = Math.max(wait, 1000 * Number(response.headers.get('retry-after') ?? 0))
      } catch (error) {
        if (error instanceof ClientError || signal?.aborted) throw error
        if (tries >= retries) throw new ClientError(0, 'There was no answer', { cause: error })
      }
      await pause(wait, signal)
    }
  }

  function read<Answer>(text: string): Answer {
    let envelope: { code: number; msg: string }
    try {
      envelope = JSON.parse(text)
    } catch (cause) {
      throw new ClientError(0, 'The answer is not from Screening Room', { cause })
    }
    if (envelope.code !== 200) throw new ClientError(envelope.code, envelope.msg)
    return envelope as Answer
  }

  async function upsert(path: string, rows: readonly unknown[], options: SendOptions = {}) {
    const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID()
    const { data } = await send<{ data: RowAnswers }>(path, {
      method: 'POST',
      body: JSON.stringify({ rows }),
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    })
    return data
  }

  function events(input: Parameters<Client['events']>[0] = {}, signal?: AbortSignal) {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(input)) query.set(name, String(value))
    const within = timeoutMs + (input.wait ?? 0) * 1000
    return send<Events>(`events?${query}`, { method: 'GET' }, { within, signal })
  }

  async function* follow({ after = 0, signal }: Parameters<Client['follow']>[0] = {}) {
    for (let from = after; !signal?.aborted; ) {
      let page: Events
      try {
        page = await events({ after: from, limit: 500, wait: waitSeconds }, signal)
      } catch (error) {
        if (signal?.aborted) return
        throw error
      }
      yield* page.data
      from = page.next
    }
  }

  const upserts = Object.fromEntries(
    Object.entries(paths).map(([kind, path]) => [
      kind,
      (rows: readonly unknown[], options?: SendOptions) => upsert(path, rows, options),
    ]),
  ) as unknown as Upserts
  const withdraw: Client['withdraw'] = (rows, options) => upsert('withdrawals', rows, options)
  const erase: Client['erase'] = (rows, options) => upsert('erasures', rows, options)
  return { ...upserts, withdraw, erase, events: (input) => events(input), follow }
}
