import { DownloadOutlined } from '@ant-design/icons'
import { useTranslation } from '../../../texts/i18n.ts'
import { RowButton } from '../../../ui/RowButton.tsx'
import { type Rows, saveCsv, saveNdjson } from './download.ts'

const kinds = [
  ['CSV', saveCsv],
  ['NDJSON', saveNdjson],
] as const

interface TableFilesProps {
  title: string
  /** The first one names the columns. */
  rows: () => Rows
}

/** A table of figures as a file: for a spreadsheet, or for a program. */
export function TableFiles({ title, rows }: TableFilesProps) {
  const { t } = useTranslation()
  return kinds.map(([kind, save]) => (
    <RowButton
      key={kind}
      label={t('overview.plot.file', { title, kind })}
      onClick={() => save(title, rows())}
    >
      <DownloadOutlined aria-hidden /> {kind}
    </RowButton>
  ))
}
