import type { Claimed } from '@screening-room/contract/focus'
import { useTranslation } from 'react-i18next'
import { Poster } from '../../shared/Poster.tsx'
import { Text } from '../../ui/Text.tsx'
import { LastDecision } from './decisions/LastDecision.tsx'
import { bannerOf, titleOf } from './item/item.ts'
import type { Keys } from './keys/useKeymap.ts'
import type { SessionState } from './session/session-state.ts'
import type { ImageFilters } from './useImageFilters.ts'

interface FocusFooterProps {
  state: SessionState
  next: Claimed | undefined
  keys: Keys
  imageFilters: ImageFilters
  onUndo: () => void
}

/** The next item, and the last decision. */
export function FocusFooter({ state, next, keys, imageFilters, onUndo }: FocusFooterProps) {
  const { t } = useTranslation()
  return (
    <footer className="sr-focus-footer">
      <div className="sr-focus-next">
        <span className="sr-muted">{t('focus.next')}</span>
        {next && !next.certification && (
          <Poster key={next.id} name={imageFilters.hidden ? undefined : bannerOf(next)} />
        )}
        {next ? (
          <span className="sr-focus-ellipsis">
            <Text>{titleOf(next)}</Text> <span className="sr-muted">#{next.id}</span>
          </span>
        ) : (
          <span className="sr-muted">{t('focus.nothingNext')}</span>
        )}
        {state.items.length > 1 && (
          <span className="sr-muted">
            {t('focus.claimed', { at: state.currentIndex + 1, count: state.items.length })}
          </span>
        )}
      </div>
      <LastDecision entry={state.done.at(-1)} undoKey={keys.label('undo')} onUndo={onUndo} />
    </footer>
  )
}
