import { useTranslation } from '../../../texts/i18n.ts'
import { Key } from '../keys/Key.tsx'
import type { Keys } from '../keys/useKeymap.ts'
import { PlainButton } from './PlainButton.tsx'

interface CoverProps {
  keys: Keys
  onReveal: () => void
}

/** Over a blurred video: why it is blurred, and how to see it. */
export function Cover({ keys, onReveal }: CoverProps) {
  const { t } = useTranslation()
  return (
    <PlainButton className="sr-rp-cover" shortcut={keys.label('blur')} onClick={onReveal}>
      <span>{t('pictures.covered')}</span>
      <strong>
        {t('pictures.showCover')} <Key>{keys.label('blur')}</Key>
      </strong>
    </PlainButton>
  )
}
