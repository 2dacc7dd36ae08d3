import { categoryCalls } from '@screening-room/contract/categories'
import { canDo, featuredTypeId } from '@screening-room/contract/review'
import { type Video, type VideoKind, videoCalls } from '@screening-room/contract/videos'
import { App, Button, Select, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/queries.ts'
import { useAction } from '../../shared/useAction.ts'
import { Text } from '../../ui/Text.tsx'

const { list, get, tag } = videoCalls.personal

/** The video's category; a personal video can be tagged with another type (spec, section 4). */
export function VideoCategory({ kind, video }: { kind: VideoKind; video: Video }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const categories = useCall(categoryCalls.list, {}, { fresh: 60_000 })
  useEffect(() => {
    if (categories.isError && categories.error.kind !== 'signedOut')
      message.error(t('errors.videoCategories'))
  }, [categories.isError, categories.error, message, t])

  if (categories.isPending) return <Skeleton.Input active size="small" />
  if (!categories.data)
    return (
      <span className="sr-inline-failure" role="alert">
        {t('errors.videoCategories')}
        <Button size="small" onClick={() => void categories.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </span>
    )
  const all = categories.data.data
  const name = all.find((one) => one.id === video.categoryId)?.name
  const unnamed = video.categoryId ? t('common.unknown') : undefined
  if (kind !== 'personal' || !canDo('video', 'categorize', video.viewStatus))
    return <Text>{name ?? unnamed}</Text>
  return <TypeChoice video={video} all={all} unnamed={unnamed} />
}

interface TypeChoiceProps {
  video: Video
  all: { id: number; name: string }[]
  unnamed: string | undefined
}

function TypeChoice({ video, all, unnamed }: TypeChoiceProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<number>()
  const move = useAction(tag, {
    done: 'videos.moved',
    failed: { plain: 'errors.setType' },
    reload: [list, get],
  })
  // Type 1 means "featured", which has a button of its own.
  const options = all
    .filter(({ id }) => id !== featuredTypeId)
    .map(({ id, name }) => ({ value: id, label: <Text>{name}</Text> }))
  const now = all.some(({ id }) => id === video.categoryId) ? video.categoryId : undefined
  const differs = chosen !== undefined && chosen !== video.categoryId
  return (
    <span className="sr-type-choice">
      <Select
        aria-label={t('videos.category')}
        size="small"
        value={chosen ?? now ?? null}
        placeholder={unnamed ?? t('common.none')}
        options={options}
        disabled={move.running}
        onChange={(id) => setChosen(id ?? undefined)}
      />
      <Button
        size="small"
        disabled={!differs}
        loading={move.running}
        onClick={async () => {
          if (!differs) return
          if (!(await move.run({ typeId: chosen, videoId: video.id }))) setChosen(undefined)
        }}
      >
        {t('videos.moveToCategory')}
      </Button>
    </span>
  )
}
