import { exportCalls } from '@screening-room/contract/exports'
import { seeing } from '@screening-room/contract/queue-permissions'
import {
  type ListName,
  listNames,
  lists,
  readFilters,
  type WireValues,
} from '@screening-room/contract/queues'
import { byteOrderMark, csvRow } from '../domain/csv.ts'
import { exportNames, exportTable, shownRow } from '../domain/export-columns.ts'
import { exportRows } from '../domain/exports.ts'
import { rangeOf } from '../domain/platform-time.ts'
import { languageOf } from '../http/answer.ts'
import { refuseUnpermitted, sessionOf } from '../http/guard.ts'
import { actorOf } from '../http/serve.ts'
import { jsonLines, serveStream } from '../http/serve-stream.ts'
import type { Context } from './context.ts'

export function exportRoutes({ app, db, config }: Context): void {
  const { platformTz, maskPhones } = config

  for (const list of listNames) {
    const shown = (row: unknown) => shownRow(list, row, maskPhones)

    serveStream(
      app,
      db,
      exportCalls[list],
      ({ format, search, start, end, ...sent }, request) => {
        const chosen = readFilters(list, sent as object as WireValues<ListName>)
        return exportRows(db, actorOf(request), {
          list,
          format,
          filters: { search, ...rangeOf({ start, end }, platformTz), ...chosen },
          asked: { search, start, end, ...chosen },
        })
      },
      async ({ format }, request) => {
        refuseUnpermitted(request, sessionOf(request), seeing(lists[list].queue))
        if (format === 'ndjson')
          return { ...jsonLines, write: (rows) => jsonLines.write(rows.map(shown)) }
        const { head, row } = exportTable(
          list,
          await exportNames(db, languageOf(request), platformTz),
        )
        return {
          type: 'text/csv; charset=utf-8',
          begin: byteOrderMark + csvRow(head),
          write: (rows) => rows.map((one) => csvRow(row(shown(one)))).join(''),
        }
      },
    )
  }
}
