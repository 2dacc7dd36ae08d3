import { DownloadOutlined } from '@ant-design/icons'
import type { ListName } from '@screening-room/contract/queues'
import { Suspense, useState } from 'react'
import { config } from '../api/config.ts'
import { isSaidToMay } from '../api/permissions.ts'
import { useSession } from '../api/session.ts'
import { useTranslation, withLateTexts } from '../texts/i18n.ts'
import { lazyPart } from './lazyPart.tsx'
import { MissingDialog } from './MissingDialog.tsx'
import { PageTools } from './PageTools.tsx'
import './links.css'

const ExportDialog = lazyPart(
  withLateTexts(() => import('./ExportDialog.tsx')),
  MissingDialog,
)

interface ExportLinkProps {
  list: ListName
  /** The list's filters from its address. */
  query: string
}

/** From a list to all its rows, for those who may. */
export function ExportLink({ list, query }: ExportLinkProps) {
  const { t } = useTranslation()
  const { userInfo } = useSession()
  const [open, setOpen] = useState(false)
  if (!config().ours || !isSaidToMay('export', userInfo)) return null
  return (
    <PageTools>
      <button
        type="button"
        className="sr-export-link"
        title={t('common.export')}
        onClick={() => setOpen(true)}
      >
        <DownloadOutlined aria-hidden />
        <span>{t('common.export')}</span>
      </button>
      {open && (
        <Suspense>
          <ExportDialog list={list} query={query} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </PageTools>
  )
}
