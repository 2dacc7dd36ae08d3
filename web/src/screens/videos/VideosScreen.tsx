import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'

export default function VideosScreen() {
  const { t } = useTranslation()
  return <EmptyState>{t('empty.nothing')}</EmptyState>
}
