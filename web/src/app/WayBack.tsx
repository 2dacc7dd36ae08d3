import { useTranslation } from '../texts/i18n.ts'
import { screenAt } from './routes.ts'

/** A link to the page that was open when the session ended. */
export function WayBack({ place }: { place: string }) {
  const { t } = useTranslation()
  const [pathname = '', query = ''] = place.split('?')
  const screen = screenAt(pathname)
  const page = new URLSearchParams(query).get('page')
  const parts = [t(screen?.title ?? 'shell.continue'), page ? t('pager.page', { page }) : '']
  return <a href={`#${place}`}>{parts.filter(Boolean).join(', ')} →</a>
}
