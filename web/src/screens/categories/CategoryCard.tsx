import { EditOutlined } from '@ant-design/icons'
import { categoryCalls } from '@screening-room/contract/categories'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/useAction.ts'
import { useSentence } from '../../shared/useSentence.ts'
import { Text } from '../../ui/Text.tsx'
import { type Category, hasName } from './categories.ts'
import { NameForm } from './NameForm.tsx'
import './categories.css'

interface CategoryCardProps {
  category: Category
  number: number
  /** Whether its form is open; undefined for users who can only view. */
  editing: boolean | undefined
  /** The entry added last scrolls into view. */
  isNew: boolean
  newTag: string | undefined
  onEdit: () => void
  onClose: () => void
  onAdded: (tag: string) => void
}

export function CategoryCard(props: CategoryCardProps) {
  const { category, number, editing, isNew, newTag, onEdit, onClose, onAdded } = props
  const { t } = useTranslation()
  const sentence = useSentence()
  const edit = useRef<HTMLButtonElement>(null)
  const addTag = useAction(categoryCalls.addTag, {
    done: 'categories.tagAdded',
    failed: { plain: 'errors.tagAdd' },
    reload: [categoryCalls.maps],
  })

  const wasEditing = useRef(editing)
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus()
    wasEditing.current = editing
  }, [editing])

  return (
    <Arriving isNew={isNew} className="sr-category">
      <header>
        <span className="sr-category-number">{number}</span>
        <h2>
          <span lang="zh-CN">
            <Text>{category.name}</Text>
          </span>
          {category.english && (
            <small lang="en">
              <Text>{category.english}</Text>
            </small>
          )}
        </h2>
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
        {category.tags.map((tag) => (
          <Arriving key={tag.id} isNew={tag.name === newTag} className="sr-chip">
            <span lang="zh-CN">
              <Text>{tag.name}</Text>
            </span>
            {tag.english && (
              <small lang="en">
                <Text>{tag.english}</Text>
              </small>
            )}
          </Arriving>
        ))}
      </ul>
      {editing && (
        <NameForm
          label={t('categories.addTag')}
          of="tag"
          categoryId={category.id}
          problem={(name) => (hasName(category.tags, name) ? sentence('tagExists') : undefined)}
          running={addTag.running}
          add={async (tagName, tagNameEn) => {
            const failure = await addTag.run({ typeId: category.id, tagName, tagNameEn })
            if (!failure) onAdded(tagName)
            return failure
          }}
          onClose={onClose}
        />
      )}
    </Arriving>
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
