import type { Named } from '@screening-room/contract/categories'
import { useTranslation } from '../texts/i18n.ts'
import { Text } from '../ui/Text.tsx'
import { useAppearance } from './appearance.ts'
import { nameIn } from './format.ts'

/** The name of a category or tag that is no longer offered, on a video that still has it. */
export function HiddenName({ children }: { children: string }) {
  const { t } = useTranslation()
  return (
    <span className="sr-hidden-name">
      <Text>{children}</Text> <small>{t('videos.hidden')}</small>
    </span>
  )
}

/** A tag of a video. */
export function TagName({ tag }: { tag: Named }) {
  const { language } = useAppearance()
  const name = nameIn(language, tag)
  return tag.hidden ? <HiddenName>{name}</HiddenName> : <Text>{name}</Text>
}
