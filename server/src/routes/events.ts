import { eventCalls } from '@screening-room/contract/events'
import { serveStream } from '../http/serve-stream.ts'
import { findSealedFrom } from '../store/events.ts'
import { inBatches } from '../store/keyset.ts'
import type { Context } from './context.ts'

export function eventRoutes({ app, db }: Context): void {
  serveStream(app, db, eventCalls.export, ({ after }) =>
    inBatches((from) => findSealedFrom(db, from), after),
  )
}
