import type { Order } from '@screening-room/contract/queues'
import {
  type FilterValues,
  type ListName,
  readFilters,
  type WireValues,
} from '@screening-room/contract/queues'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'
import type { CookieSecrets } from '../domain/cookie-secrets.ts'
import type { MadeLink } from '../domain/link-mail.ts'
import type { MediaStore } from '../domain/media.ts'
import { rangeOf } from '../domain/platform-time.ts'
import type { SecretBox } from '../domain/secret-box.ts'
import type { LinkWays } from '../domain/team.ts'
import type { Jar } from '../http/cookies.ts'
import type { Gate } from '../http/guard.ts'
import type { ListRange } from '../store/paging.ts'

/** What a route may need, handed in: no route reaches for anything by itself. */
export interface Context {
  app: FastifyInstance
  db: Db
  gate: Gate
  config: Config
  jar: Jar
  secrets: CookieSecrets
  links: LinkWays
  /** After the commit: whether it went out is in what it returns. */
  mailLink(link: MadeLink, withinMs: number): Promise<MadeLink>
  media: MediaStore
  mediaKey: Buffer
  box: SecretBox
  factorBox: SecretBox
  metrics: Registry
  demo: boolean
}

interface ListInput {
  page: number
  pageSize: number
  search?: string | undefined
  order?: Order | undefined
  start?: string | undefined
  end?: string | undefined
}

/** What a list asks for, its filters under our names, with platform times as moments. */
export function rangeIn<L extends ListName>(
  list: L,
  input: ListInput & WireValues<L>,
  { config }: Context,
): ListRange & FilterValues<L> {
  const { page, pageSize, search, order } = input
  const moments = rangeOf(input, config.platformTz)
  return { page, pageSize, search, order, ...moments, ...readFilters(list, input) }
}
