import { recordExportCalls, statement } from '@screening-room/contract/record-exports'
import type { FastifyRequest } from 'fastify'
import { byteOrderMark, type Cell, csvRow } from '../domain/csv.ts'
import { rangeOf } from '../domain/platform-time.ts'
import {
  exportRecord,
  exportStatements,
  recordTable,
  statementTable,
} from '../domain/record-exports.ts'
import { languageOf } from '../http/answer.ts'
import { refuseUnpermitted, sessionOf } from '../http/guard.ts'
import { actorOf } from '../http/serve.ts'
import { jsonLines, serveStream } from '../http/serve-stream.ts'
import type { Context } from './context.ts'

interface Table {
  head: readonly string[]
  row: (row: unknown) => Cell[]
}

const csv = ({ head, row }: Table) => ({
  type: 'text/csv; charset=utf-8',
  begin: byteOrderMark + csvRow(head),
  write: (rows: readonly unknown[]) => rows.map((one) => csvRow(row(one))).join(''),
})

/** The record is taken along only with the permission to export. */
const refuseUnexporting = (request: FastifyRequest) =>
  refuseUnpermitted(request, sessionOf(request), ['export'])

export function recordExportRoutes({ app, db, config: { platformTz } }: Context): void {
  serveStream(
    app,
    db,
    recordExportCalls.events,
    ({ format, start, end, person, key, reasonId, ...rest }, request) => {
      const filters = { ...rest, reason: reasonId, person: key === undefined ? person : -key }
      return exportRecord(
        db,
        actorOf(request),
        { ...filters, ...rangeOf({ start, end }, platformTz) },
        { format, filters: { start, end, person, key, reasonId, ...rest } },
      )
    },
    async ({ format }, request) => {
      refuseUnexporting(request)
      if (format === 'ndjson') return jsonLines
      return csv(await recordTable(db, languageOf(request), platformTz))
    },
  )

  serveStream(
    app,
    db,
    recordExportCalls.statements,
    ({ format, start, end }, request) => {
      const { since = '', until = '' } = rangeOf({ start, end }, platformTz)
      return exportStatements(
        db,
        actorOf(request),
        { since, until },
        { format, filters: { start, end } },
      )
    },
    ({ format }, request) => {
      refuseUnexporting(request)
      return format === 'ndjson' ? jsonLines : csv(statementTable(Object.keys(statement.shape)))
    },
  )
}
