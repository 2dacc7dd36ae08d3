import type { Trouble } from '../api/media-probe.ts'
import { useTranslation } from '../texts/i18n.ts'
import { Failure } from './Failure.tsx'

interface UnplayableProps {
  /** Undefined where nothing more is known. */
  trouble: Trouble | undefined
  retry: () => unknown
}

/** In the place of a film that does not play: what is wrong with it, and what can be done. */
export default function Unplayable({ trouble, retry }: UnplayableProps) {
  const { t } = useTranslation()
  return (
    <Failure
      text={t('player.broken')}
      detail={trouble && trouble !== 'unknown' ? t(`focusPlayer.trouble.${trouble}`) : undefined}
      retry={retry}
    />
  )
}
