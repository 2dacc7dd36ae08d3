import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { categoryCalls as calls } from '@screening-room/contract/categories'
import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { QuietFailure } from '../../shared/Failure.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useDraft } from '../../shared/useDraft.ts'
import { useSentence } from '../../shared/useSentence.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Text } from '../../ui/Text.tsx'
import { nameProblem, type Subject, showsCategories, type Undoable } from './categories.ts'
import { NameForm } from './NameForm.tsx'
import { useMergeDialog } from './useMergeDialog.tsx'
import './categories.css'

interface ManageCategoryProps {
  subject: Subject
  onUndoable: (undoable: Undoable) => void
  /** It is merged, and no longer in the list. */
  onMerged: () => void
}

/** Rename, order, hide and merge: for the category whose card is open, or for one of its tags. */
export default function ManageCategory({ subject, onUndoable, onMerged }: ManageCategoryProps) {
  const { t } = useTranslation()
  const { kind, one, siblings } = subject
  const { id, hidden } = one
  const [renaming, setRenaming] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const endRename = () => {
    setRenaming(false)
    // Once the button is there again.
    setTimeout(() => renameButton.current?.focus())
  }
  const { move, keepFocus } = useMove(subject)
  const hide = useAction(calls.setHidden, {
    done: hidden ? 'categories.shownAgain' : 'categories.nowHidden',
    failed: { plain: 'categories.changeFailed' },
    reload: showsCategories,
  })
  const askMerge = useMergeDialog()
  const place = siblings.findIndex((other) => other.id === id)

  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    void move(event.key === 'ArrowUp' ? -1 : 1)
  }
  const label = t(kind === 'category' ? 'categories.manageCategory' : 'categories.manageTag', {
    name: one.name,
  })
  return (
    <section ref={keepFocus} className="sr-manage" aria-label={label} onKeyDown={onKey}>
      <h3>
        <Text>{label}</Text>
      </h3>
      {renaming ? (
        <RenameForm subject={subject} onClose={endRename} />
      ) : (
        <div className="sr-manage-acts">
          <Button
            size="small"
            icon={<ArrowUpOutlined aria-hidden />}
            aria-label={t('categories.moveUp')}
            aria-keyshortcuts="Alt+ArrowUp"
            title={`${t('categories.moveUp')} (Alt+↑)`}
            disabled={place <= 0}
            onClick={() => void move(-1)}
          />
          <Button
            size="small"
            icon={<ArrowDownOutlined aria-hidden />}
            aria-label={t('categories.moveDown')}
            aria-keyshortcuts="Alt+ArrowDown"
            title={`${t('categories.moveDown')} (Alt+↓)`}
            disabled={place === siblings.length - 1}
            onClick={() => void move(1)}
          />
          <Button ref={renameButton} size="small" onClick={() => setRenaming(true)}>
            {t('categories.rename')}
          </Button>
          <Button
            size="small"
            loading={hide.running}
            onClick={async () => {
              const failure = await hide.run({ kind, id, hidden: hidden ? 'false' : 'true' })
              if (!failure && !hidden) onUndoable({ did: 'hide', kind, one })
            }}
          >
            {t(hidden ? 'categories.show' : 'categories.hide')}
          </Button>
          <Button
            size="small"
            disabled={siblings.every((other) => other.id === id || other.hidden)}
            onClick={() =>
              askMerge(subject, (into) => {
                onMerged()
                onUndoable({ did: 'merge', kind, one, into })
              })
            }
          >
            {t('categories.mergeInto')}
          </Button>
        </div>
      )}
      {kind === 'category' && <p className="sr-muted">{t('categories.chooseTag')}</p>}
      <MergedHere subject={subject} />
    </section>
  )
}

const focusFirst = (section: HTMLElement | null) =>
  section?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()

/** Moves it by one place. The focus stays, though its card is put elsewhere in the page. */
function useMove({ kind, one, siblings }: Subject) {
  const action = useAction(calls.move, {
    done: 'categories.moved',
    failed: { plain: 'categories.changeFailed' },
    reload: showsCategories,
  })
  const section = useRef<HTMLElement>(null)
  const focused = useRef<Element>(null)
  const place = siblings.findIndex(({ id }) => id === one.id)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once it has its new place
  useEffect(() => {
    const before = focused.current
    focused.current = null
    if (!(before instanceof HTMLButtonElement)) return
    if (before.disabled) focusFirst(section.current)
    else before.focus()
  }, [place])

  const move = async (by: 1 | -1) => {
    const to = place + by
    if (to < 0 || to >= siblings.length) return
    const others = siblings.filter(({ id }) => id !== one.id)
    const [was, after] = [siblings[place - 1]?.id, others[to - 1]?.id]
    focused.current = document.activeElement
    await action.run({ kind, id: one.id, was, after })
  }
  return { move, keepFocus: section }
}

function RenameForm({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const { kind, one, siblings } = subject
  const chinese = useDraft(`rename-${kind}`, one.id, one.name)
  const english = useDraft(`rename-${kind}-english`, one.id, one.english)
  // What they were when the form was opened: a colleague's change since then is refused.
  const [was] = useState(one)
  const rename = useAction(calls.rename, {
    done: 'categories.renamed',
    failed: { plain: 'categories.changeFailed' },
    reload: showsCategories,
  })
  const others = siblings.filter(({ id }) => id !== one.id)
  return (
    <NameForm
      label={t('categories.renameOne', { name: was.name })}
      names={{ chinese, english }}
      problem={(name) => {
        const found = nameProblem(kind, others, name)
        return found && sentence(found)
      }}
      running={rename.running}
      submitText={t('categories.save')}
      submit={async (name, nameEn) => {
        const failure = await rename.run({
          kind,
          id: one.id,
          name,
          nameEn,
          wasName: was.name,
          wasNameEn: was.english || undefined,
        })
        if (!failure) onClose()
        return failure
      }}
      onClose={onClose}
    />
  )
}

/** What was merged into it, each with its undo. */
function MergedHere({ subject: { kind, one } }: { subject: Subject }) {
  const { t } = useTranslation()
  const merges = useCall(calls.merges, {})
  const undo = useAction(calls.unmerge, {
    done: 'categories.mergeUndone',
    failed: { plain: 'categories.changeFailed' },
    reload: showsCategories,
  })
  if (merges.isError) return <QuietFailure text={t('categories.mergesFailed')} reading={merges} />
  const here = merges.data?.data.filter((merge) => merge.kind === kind && merge.into === one.id)
  if (!here?.length) return null
  return (
    <ul className="sr-merged" aria-label={t('categories.mergedHere')}>
      {here.map(({ id, name }) => (
        <li key={id}>
          <Text>{t('categories.mergedOne', { name })}</Text>
          <Button
            size="small"
            disabled={undo.running}
            aria-label={t('categories.undoMergeOf', { name })}
            onClick={async ({ currentTarget }) => {
              const section = currentTarget.closest('section')
              // This button goes with what it undoes.
              if (!(await undo.run({ kind, id, from: one.id }))) focusFirst(section)
            }}
          >
            {t('categories.undo')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
