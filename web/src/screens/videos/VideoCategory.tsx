import { categoryCalls, type Named } from '@screening-room/contract/categories'
import { featuredTypeId } from '@screening-room/contract/review'
import { type Video, type VideoKind, videoCalls } from '@screening-room/contract/videos'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { canAct } from '../../api/permissions.ts'
import { useCall } from '../../api/queries.ts'
import { useAppearance } from '../../shared/appearance.ts'
import { QuietFailure } from '../../shared/Failure.tsx'
import { nameIn } from '../../shared/format.ts'
import { HiddenName } from '../../shared/TagName.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useFailureToast } from '../../shared/useFailureToast.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Text } from '../../ui/Text.tsx'

const { list, get, tag } = videoCalls.personal

/** The video's category; a personal video can be tagged with another type (spec, section 4). */
export function VideoCategory({ videoKind, video }: { videoKind: VideoKind; video: Video }) {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const categories = useCall(categoryCalls.list, {}, { fresh: 60_000 })
  useFailureToast(categories.error, t('errors.videoCategories'))

  if (categories.isPending) return <Skeleton />
  if (!categories.data)
    return <QuietFailure text={t('errors.videoCategories')} reading={categories} />
  const { data: all, hidden = [] } = categories.data
  const has = ({ id }: Named) => id === video.categoryId
  const category = all.find(has)
  const old = hidden.find(has)
  const unnamed = video.categoryId ? t('common.unknown') : undefined
  const mayChoose = videoKind === 'personal' && canAct('video', 'categorize', video.viewStatus)
  return (
    <span className="sr-type-choice">
      {old && <HiddenName>{nameIn(language, old)}</HiddenName>}
      {mayChoose && <TypeChoice video={video} all={all} unnamed={old ? undefined : unnamed} />}
      {!mayChoose && !old && <Text>{category ? nameIn(language, category) : unnamed}</Text>}
    </span>
  )
}

interface TypeChoiceProps {
  video: Video
  all: Named[]
  unnamed: string | undefined
}

function TypeChoice({ video, all, unnamed }: TypeChoiceProps) {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const [chosen, setChosen] = useState<number>()
  const move = useAction(tag, {
    done: 'videos.moved',
    failed: { plain: 'errors.setType' },
    reload: [list, get],
  })
  // Type 1 means "featured", which has a button of its own.
  const options = all
    .filter(({ id }) => id !== featuredTypeId)
    .map((one) => ({ value: one.id, label: <Text>{nameIn(language, one)}</Text> }))
  const now = all.some(({ id }) => id === video.categoryId) ? video.categoryId : undefined
  const differs = chosen !== undefined && chosen !== video.categoryId
  return (
    <>
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
    </>
  )
}
