import { CloseOutlined } from '@ant-design/icons'
import { categoryCalls } from '@screening-room/contract/categories'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useAction } from '../../shared/useAction.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Text } from '../../ui/Text.tsx'
import { showsCategories, type Undoable } from './categories.ts'
import './categories.css'

interface UndoLineProps {
  undoable: Undoable
  onClose: () => void
}

/** What was just done, with its undo, until it is closed or something else is done. */
export function UndoLine({ undoable, onClose }: UndoLineProps) {
  const { t } = useTranslation()
  const undo = useRef<HTMLButtonElement>(null)
  const { kind, one } = undoable
  const show = useAction(categoryCalls.setHidden, {
    done: 'categories.shownAgain',
    failed: { plain: 'categories.changeFailed' },
    reload: showsCategories,
  })
  const unmerge = useAction(categoryCalls.unmerge, {
    done: 'categories.mergeUndone',
    failed: { plain: 'categories.changeFailed' },
    reload: showsCategories,
  })
  useEffect(() => {
    if (undoable.did === 'merge') return focusWhenLost(() => undo.current)
  }, [undoable])

  const run = async () => {
    const { id } = one
    const failure =
      undoable.did === 'hide'
        ? await show.run({ kind, id, hidden: 'false' })
        : await unmerge.run({ kind, id, from: undoable.into.id })
    if (!failure) onClose()
  }
  return (
    <p className="sr-note sr-undo" role="status">
      <Text>
        {undoable.did === 'hide'
          ? t('categories.didHide', { name: one.name })
          : t('categories.didMerge', { name: one.name, into: undoable.into.name })}
      </Text>
      <Button
        ref={undo}
        size="small"
        loading={show.running || unmerge.running}
        onClick={() => void run()}
      >
        {t('categories.undo')}
      </Button>
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('common.close')}
        onClick={onClose}
      />
    </p>
  )
}

const lookForMs = 3000

/** The dialog fades out, and what was merged leaves the list: after the later of the two nothing has the focus. */
function focusWhenLost(button: () => HTMLElement | null) {
  const look = setInterval(() => {
    if (document.activeElement === document.body) button()?.focus({ preventScroll: true })
  }, 100)
  const stop = setTimeout(() => clearInterval(look), lookForMs)
  return () => {
    clearInterval(look)
    clearTimeout(stop)
  }
}
