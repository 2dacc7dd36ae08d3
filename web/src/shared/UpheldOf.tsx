import { type ReporterCounts, reporterCountsTo } from '@screening-room/contract/reports'
import { useTranslation } from '../texts/i18n.ts'

interface UpheldOfProps {
  reporters: readonly ReporterCounts[] | null | undefined
  id: number | null | undefined
}

/** Beside a reporter: how many of their decided reports were upheld. Nothing where none was decided. */
export function UpheldOf({ reporters, id }: UpheldOfProps) {
  const { t, language } = useTranslation()
  const found = reporters?.find((one) => one.id === id)
  if (!found || found.decided === 0) return null
  const number = (count: number) => count.toLocaleString(language)
  return (
    <span className="sr-muted">
      {t(found.more ? 'reports.upheldOfLast' : 'reports.upheldOf', {
        upheld: number(found.upheld),
        decided: number(found.decided),
        most: number(reporterCountsTo),
      })}
    </span>
  )
}
