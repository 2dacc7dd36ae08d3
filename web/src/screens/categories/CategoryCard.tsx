import { EditOutlined } from '@ant-design/icons'
import { categoryCalls } from '@screening-room/contract/categories'
import { Button } from 'antd'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { config } from '../../api/config.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { MissingHere } from '../../shared/MissingHere.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useSentence } from '../../shared/useSentence.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Text } from '../../ui/Text.tsx'
import { type Category, type Named, nameProblem, type Undoable } from './categories.ts'
import { NameForm, useNameDraft } from './NameForm.tsx'
import './categories.css'

const ManageCategory = lazyPart(() => import('./ManageCategory.tsx'), MissingHere)

interface CategoryCardProps {
  category: Category
  /** All of them, in their order. */
  categories: readonly Category[]
  number: number
  /** Whether its form is open; undefined for users who can only view. */
  editing: boolean | undefined
  /** The entry added last scrolls into view. */
  isNew: boolean
  newTag: string | undefined
  onEdit: () => void
  onClose: () => void
  onAdded: (tag: string) => void
  onUndoable: (undoable: Undoable) => void
}

export function CategoryCard(props: CategoryCardProps) {
  const { category, categories, number, editing, isNew, newTag } = props
  const { onEdit, onClose, onAdded, onUndoable } = props
  const { t } = useTranslation()
  const sentence = useSentence()
  const edit = useRef<HTMLButtonElement>(null)
  const names = useNameDraft('tag', category.id)
  const addTag = useAction(categoryCalls.addTag, {
    done: 'categories.tagAdded',
    failed: { plain: 'categories.addTagFailed' },
    reload: [categoryCalls.maps],
  })

  const wasEditing = useRef(editing)
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus()
    wasEditing.current = editing
  }, [editing])

  const managing = editing === true && config().ours
  const [chosen, setChosen] = useState<number>()
  const tag = managing ? category.tags.find(({ id }) => id === chosen) : undefined

  return (
    <Arriving
      isNew={isNew}
      className={`sr-category ${category.hidden ? 'sr-category-hidden' : ''}`}
    >
      <header>
        <span className="sr-category-number">{number}</span>
        <h2>
          <Names one={category} />
        </h2>
        {category.hidden && <span className="sr-badge">{t('categories.hidden')}</span>}
        {editing !== undefined && (
          <Button
            ref={edit}
            size="small"
            icon={<EditOutlined aria-hidden />}
            aria-label={t('categories.editCategory', { name: category.name })}
            aria-expanded={editing}
            onClick={editing ? onClose : onEdit}
          >
            {t('categories.edit')}
          </Button>
        )}
      </header>
      {category.tags.length === 0 && <p className="sr-muted">{t('categories.noTags')}</p>}
      <ul className="sr-chips" aria-label={t('categories.tagsOf', { name: category.name })}>
        {category.tags.map((one) => (
          <Arriving
            key={one.id}
            isNew={one.name === newTag}
            className={`sr-chip ${one.hidden ? 'sr-chip-hidden' : ''}`}
          >
            {managing ? (
              <button
                type="button"
                aria-pressed={one === tag}
                onClick={() => setChosen(one === tag ? undefined : one.id)}
              >
                <TagNames tag={one} />
              </button>
            ) : (
              <TagNames tag={one} />
            )}
          </Arriving>
        ))}
      </ul>
      {editing && (
        <NameForm
          label={t('categories.addTag')}
          names={names}
          problem={(name) => {
            const found = nameProblem('tag', category.tags, name)
            return found && sentence(found)
          }}
          running={addTag.running}
          submitText={t('categories.add')}
          submit={async (tagName, tagNameEn) => {
            const failure = await addTag.run({ typeId: category.id, tagName, tagNameEn })
            if (!failure) onAdded(tagName)
            return failure
          }}
          onClose={onClose}
        />
      )}
      {managing && (
        <Suspense fallback={<div className="sr-manage" />}>
          <ManageCategory
            key={tag ? `tag ${tag.id}` : 'category'}
            subject={
              tag
                ? { kind: 'tag', one: tag, siblings: category.tags }
                : { kind: 'category', one: category, siblings: categories }
            }
            onUndoable={onUndoable}
            onMerged={() => setChosen(undefined)}
          />
        </Suspense>
      )}
    </Arriving>
  )
}

function Names({ one: { name, english } }: { one: Named }) {
  return (
    <>
      <span lang="zh-CN">
        <Text>{name}</Text>
      </span>
      {english && (
        <small lang="en">
          <Text>{english}</Text>
        </small>
      )}
    </>
  )
}

function TagNames({ tag }: { tag: Named }) {
  const { t } = useTranslation()
  return (
    <>
      <Names one={tag} />
      {tag.hidden && <span className="sr-chip-note">{t('categories.hidden')}</span>}
    </>
  )
}

/** A new entry scrolls into view and is highlighted once. */
function Arriving({
  isNew,
  className,
  children,
}: {
  isNew: boolean
  className: string
  children: ReactNode
}) {
  const entry = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isNew) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    entry.current?.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' })
  }, [isNew])
  return (
    <li ref={entry} className={isNew ? `${className} sr-arrived` : className}>
      {children}
    </li>
  )
}
