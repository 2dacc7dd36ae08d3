import { DownloadOutlined } from '@ant-design/icons'
import { recordExportCalls } from '@screening-room/contract/record-exports'
import { Button } from 'antd'
import { useState } from 'react'
import { config } from '../../api/config.ts'
import { isSaidToMay } from '../../api/permissions.ts'
import { dayIn, endOfDay, startOfDay } from '../../shared/dates.ts'
import { ExportFrame } from '../../shared/ExportFrame.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { type RecordFilters, recordInput, writeFilters } from './filters.ts'

/** The events of the filters, and what the public is told of them. */
export function RecordExports({ filters }: { filters: RecordFilters }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'events' | 'statements'>()
  if (!isSaidToMay('export')) return null
  const close = () => setOpen(undefined)
  const today = dayIn(config().platformTz)
  // Of the days that are chosen; else of this year.
  const days = { start: filters.start || `${today.slice(0, 4)}-01-01`, end: filters.end || today }
  return (
    <div className="sr-record-exports">
      <Button icon={<DownloadOutlined aria-hidden />} onClick={() => setOpen('events')}>
        {t('record.export')}
      </Button>
      <Button icon={<DownloadOutlined aria-hidden />} onClick={() => setOpen('statements')}>
        {t('record.statements')}
      </Button>
      {open === 'events' && (
        <ExportFrame
          title={t('record.list')}
          call={recordExportCalls.events}
          input={recordInput(filters, undefined)}
          name="record"
          onClose={close}
        >
          <p>{t(writeFilters(filters).size > 0 ? 'exports.ofFilters' : 'exports.ofAll')}</p>
        </ExportFrame>
      )}
      {open === 'statements' && (
        <ExportFrame
          title={t('record.statements')}
          call={recordExportCalls.statements}
          input={{ start: startOfDay(days.start), end: endOfDay(days.end) }}
          name="statements"
          onClose={close}
        >
          <p>{t('record.statementsHint', days)}</p>
        </ExportFrame>
      )}
    </div>
  )
}
