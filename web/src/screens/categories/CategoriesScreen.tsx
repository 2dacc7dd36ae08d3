import { LockOutlined, SearchOutlined } from '@ant-design/icons'
import { categoryCalls } from '@screening-room/contract/categories'
import { Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import { may } from '../../api/permissions.ts'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { Failure } from '../../shared/Failure.tsx'
import { useOpenItem } from '../../shared/OpenItem.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useListState } from '../../shared/useListState.ts'
import { useSentence } from '../../shared/useSentence.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CategoryCard } from './CategoryCard.tsx'
import { categoriesOf, matches, nameProblem, type Undoable } from './categories.ts'
import { NameForm, useNameDraft } from './NameForm.tsx'
import { UndoLine } from './UndoLine.tsx'
import './categories.css'

const { maps, addCategory: addCategoryCall } = categoryCalls
const noFilters = {}
/** With fewer categories a filter is not needed. */
const worthSearching = 10

export default function CategoriesScreen() {
  const { t } = useTranslation()
  const sentence = useSentence()
  const { userInfo } = useSession()
  // Another provider has no roles: it checks permissions itself.
  // As it was when the screen was opened: a form that disappeared would take with it what was typed.
  const [mayChange] = useState(() => may('configuration', userInfo))

  const list = useListState(noFilters, () => maps)
  const open = useOpenItem()
  const [wanted, setWanted] = useState('')
  const reading = useCall(maps, {})
  const data = reading.data?.data
  const categories = useMemo(() => data && categoriesOf(data, mayChange), [data, mayChange])
  const found = categories?.filter((category) => !wanted || matches(category, wanted))

  const [added, setAdded] = useState<{ category?: string; tag?: string; of?: number }>({})
  const [undoable, setUndoable] = useState<Undoable>()
  const names = useNameDraft('category')
  const addCategory = useAction(addCategoryCall, {
    done: 'categories.categoryAdded',
    failed: { plain: 'categories.addFailed' },
    reload: [maps, categoryCalls.list],
  })

  return (
    <>
      {mayChange ? (
        <section className="sr-add-category">
          <h2>{t('categories.addCategory')}</h2>
          <NameForm
            label={t('categories.addCategory')}
            names={names}
            problem={(name) => {
              const found = nameProblem('category', categories ?? [], name)
              return found && sentence(found)
            }}
            running={addCategory.running}
            submitText={t('categories.add')}
            submit={async (typeName, typeNameEn) => {
              const failure = await addCategory.run({ typeName, typeNameEn })
              if (failure) return failure
              setAdded({ category: typeName })
              setWanted('')
            }}
          />
        </section>
      ) : (
        <p className="sr-note">
          <LockOutlined aria-hidden />
          {t('categories.lookOnly')}
        </p>
      )}
      {reading.isError && (
        <Failure
          text={t('categories.readFailed')}
          failure={reading.error}
          retry={reading.refetch}
        />
      )}
      {reading.isPending && <Skeleton rows={8} />}
      {categories && categories.length >= worthSearching && (
        <Input
          className="sr-find"
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          value={wanted}
          placeholder={t('categories.filter')}
          aria-label={t('categories.filter')}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      {categories?.length === 0 && <EmptyState>{t('categories.none')}</EmptyState>}
      {categories && categories.length > 0 && found?.length === 0 && (
        <EmptyState action={<Button onClick={() => setWanted('')}>{t('empty.clear')}</Button>}>
          {t('empty.filtered')}
        </EmptyState>
      )}
      <ol
        className="sr-categories"
        aria-label={t('categories.list')}
        aria-busy={reading.isFetching}
      >
        {found?.map((category) => (
          <CategoryCard
            key={category.id}
            category={category}
            categories={categories ?? []}
            number={(categories?.indexOf(category) ?? 0) + 1}
            editing={mayChange ? open === category.id : undefined}
            isNew={category.name === added.category}
            newTag={added.of === category.id ? added.tag : undefined}
            onEdit={() => list.open(category.id)}
            onClose={list.close}
            onAdded={(tag) => setAdded({ tag, of: category.id })}
            onUndoable={setUndoable}
          />
        ))}
      </ol>
      {undoable && (
        <UndoLine
          key={`${undoable.did} ${undoable.kind} ${undoable.one.id}`}
          undoable={undoable}
          onClose={() => setUndoable(undefined)}
        />
      )}
    </>
  )
}
