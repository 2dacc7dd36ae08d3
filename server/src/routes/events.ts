import { eventCalls } from '@screening-room/contract/events'
import { recorded } from '../domain/exports.ts'
import { actorOf } from '../http/serve.ts'
import { serveStream } from '../http/serve-stream.ts'
import { findSealedFrom } from '../store/events.ts'
import { inBatches } from '../store/keyset.ts'
import type { Context } from './context.ts'

export function eventRoutes({ app, db }: Context): void {
  serveStream(app, db, eventCalls.export, ({ after }, request) =>
    recorded(
      db,
      actorOf(request),
      { list: 'events', format: 'ndjson', filters: { after } },
      inBatches((from) => findSealedFrom(db, from), after),
    ),
  )
}
