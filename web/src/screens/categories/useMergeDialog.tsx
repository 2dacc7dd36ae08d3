import { categoryCalls as calls, type MergePreview } from '@screening-room/contract/categories'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { Failure } from '../../shared/Failure.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useConfirm } from '../../shared/useConfirm.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Text } from '../../ui/Text.tsx'
import { type Named, type Subject, showsCategories } from './categories.ts'

/** Connects what the dialog shows with its button. */
interface Choice {
  into?: Named | undefined
  preview?: MergePreview | undefined
  showError: (text: string) => void
}

/** Asks into which one it is merged, and shows what that moves. */
export function useMergeDialog() {
  const confirm = useConfirm()
  const { t } = useTranslation()
  const merge = useAction(calls.merge, {
    done: 'categories.nowMerged',
    failed: { plain: 'categories.changeFailed' },
    reload: [...showsCategories, calls.mergePreview],
  })

  return (subject: Subject, onDone: (into: Named) => void) => {
    const { kind, one } = subject
    const choice: Choice = { showError: () => undefined }
    void confirm({
      title: t('categories.mergeTitle', { name: one.name }),
      width: 520,
      content: <MergeChoice subject={subject} choice={choice} />,
      okText: t('categories.merge'),
      autoFocusButton: null,
      mask: { closable: true },
      act: () => {
        const { into, preview } = choice
        choice.showError(preview ? '' : t('categories.chooseTarget'))
        if (!into || !preview) return undefined
        return merge.run({ kind, id: one.id, into: into.id, state: preview.state })
      },
      onFailure: (failure) => choice.showError(failure.shownMessage ?? failure.serverMessage ?? ''),
      onDone: () => choice.into && onDone(choice.into),
    })
  }
}

function MergeChoice({ subject, choice }: { subject: Subject; choice: Choice }) {
  const { t } = useTranslation()
  const { kind, one, siblings } = subject
  const [into, setInto] = useState<number>()
  const [error, setError] = useState('')
  const preview = useCall(
    calls.mergePreview,
    { kind, id: one.id, into: into ?? 0 },
    { enabled: into !== undefined, fresh: 0, keep: false },
  )
  const shown = preview.isFetching ? undefined : preview.data?.data
  useEffect(() => {
    choice.showError = setError
    choice.into = siblings.find(({ id }) => id === into)
    choice.preview = shown
  }, [choice, siblings, into, shown])

  const targets = siblings.filter(({ id, hidden }) => id !== one.id && !hidden)
  return (
    <div className="sr-merge">
      <p className="sr-muted">{t('categories.mergeHint')}</p>
      <Select
        aria-label={t('categories.mergeTarget')}
        autoFocus
        showSearch={{ optionFilterProp: 'title' }}
        placeholder={t('categories.mergeTarget')}
        value={into ?? null}
        options={targets.map(({ id, name, english }) => ({
          value: id,
          title: `${name} ${english}`,
          label: <Text>{english ? `${name} ${english}` : name}</Text>,
        }))}
        onChange={(id) => {
          setInto(id ?? undefined)
          setError('')
        }}
      />
      <div className="sr-merge-preview" aria-live="polite" aria-busy={preview.isFetching}>
        {preview.isFetching && <Skeleton rows={2} />}
        {preview.isError && !preview.isFetching && (
          <Failure
            text={preview.error.serverMessage ?? t('categories.previewFailed')}
            failure={preview.error}
            retry={preview.refetch}
          />
        )}
        {shown && <Preview kind={kind} preview={shown} />}
      </div>
      <p className="sr-error" role={error ? 'alert' : undefined} aria-live="polite">
        {error}
      </p>
    </div>
  )
}

/** Most names that one line shows. */
const mostNames = 8

function Preview({ kind, preview }: { kind: Subject['kind']; preview: MergePreview }) {
  const { t, language } = useTranslation()
  const { videos, moved, joined } = preview
  const number = (value: number) => value.toLocaleString(language)
  const list = (tags: readonly { name: string }[]) => {
    const names = tags.slice(0, mostNames).map(({ name }) => name)
    return [...names, ...(tags.length > mostNames ? ['…'] : [])].join(t('categories.comma'))
  }
  const counted = () => {
    if (videos.exact) return t('categories.videosMove', { n: number(videos.count) })
    if (videos.count === 0) return t('categories.fewVideosMove')
    return t('categories.aboutVideosMove', { n: number(Number(videos.count.toPrecision(2))) })
  }
  return (
    <ul>
      <li>{counted()}</li>
      {kind === 'category' && (
        <li>
          {t('categories.tagsMove', { n: number(moved.length) })}
          {moved.length > 0 && <Text>{list(moved)}</Text>}
        </li>
      )}
      {joined.length > 0 && (
        <li>
          {t('categories.tagsJoined', { n: number(joined.length) })}
          <Text>{list(joined.map(({ from }) => from))}</Text>
        </li>
      )}
    </ul>
  )
}
