import type { Claimed } from '@screening-room/contract/focus'
import { useTranslation } from 'react-i18next'
import { Poster } from '../../shared/Poster.tsx'
import { Text } from '../../ui/Text.tsx'
import { LastLine } from './decisions/LastDecision.tsx'
import { bannerOf, titleOf } from './item/item.ts'
import type { Keys } from './keys/useKeymap.ts'
import type { Work } from './session/session-state.ts'
import type { Looks } from './useImageFilters.ts'

interface FocusFootProps {
  now: Work
  next: Claimed | undefined
  keys: Keys
  looks: Looks
  onUndo: () => void
}

/** What comes next, and what was last. */
export function FocusFoot({ now, next, keys, looks, onUndo }: FocusFootProps) {
  const { t } = useTranslation()
  return (
    <footer className="sr-focus-foot">
      <div className="sr-focus-next">
        <span className="sr-muted">{t('focus.next')}</span>
        {next && !next.certification && (
          <Poster key={next.id} name={looks.hidden ? undefined : bannerOf(next)} />
        )}
        {next ? (
          <span className="sr-focus-cut">
            <Text>{titleOf(next)}</Text> <span className="sr-muted">#{next.id}</span>
          </span>
        ) : (
          <span className="sr-muted">{t('focus.nothingNext')}</span>
        )}
        {now.items.length > 1 && (
          <span className="sr-muted">
            {t('focus.holding', { at: now.at + 1, count: now.items.length })}
          </span>
        )}
      </div>
      <LastLine entry={now.decided.at(-1)} undoKey={keys.label('undo')} onUndo={onUndo} />
    </footer>
  )
}
