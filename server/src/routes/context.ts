import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'
import type { CookieSecrets } from '../domain/cookie-secrets.ts'
import type { MediaStore } from '../domain/media.ts'
import { rangeOf } from '../domain/platform-time.ts'
import type { Jar } from '../http/cookies.ts'
import type { Gate } from '../http/guard.ts'

/** What a route may need, handed in: no route reaches for anything by itself. */
export interface Context {
  app: FastifyInstance
  db: Db
  gate: Gate
  config: Config
  jar: Jar
  secrets: CookieSecrets
  media: MediaStore
  mediaKey: Buffer
  metrics: Registry
  demo: boolean
}

interface ListInput {
  page: number
  pageSize: number
  start?: string | undefined
  end?: string | undefined
}

/** A list's filters with their platform times as moments. */
export function ranged<Input extends ListInput>(input: Input, { config }: Context) {
  return { ...input, ...rangeOf(input, config.platformTz) }
}
