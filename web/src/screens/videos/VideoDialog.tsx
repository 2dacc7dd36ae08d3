import { featuredTypeId } from '@screening-room/contract/review'
import { type Video, type VideoKind, videoCalls } from '@screening-room/contract/videos'
import { has } from '../../api/config.ts'
import { canAct, permitted } from '../../api/permissions.ts'
import { AboutItem } from '../../shared/AboutItem.tsx'
import { DetailDialog, type DialogAction } from '../../shared/DetailDialog.tsx'
import { HeldNote } from '../../shared/Held.tsx'
import { History, useDecided } from '../../shared/History.tsx'
import { ItemNotes } from '../../shared/ItemNotes.tsx'
import { NoItem } from '../../shared/NoItem.tsx'
import { withVersion } from '../../shared/seen-version.ts'
import { useAction } from '../../shared/useAction.ts'
import { useItem } from '../../shared/useItem.ts'
import { useReopen } from '../../shared/useReopen.ts'
import { useSeek } from '../../shared/useSeek.ts'
import { useTakeDownDialog } from '../../shared/useTakeDownDialog.tsx'
import { type NextItem, useThenNext } from '../../shared/useThenNext.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { listOf, videoTypeOf } from './list.ts'
import { useVideoDecisions } from './useVideoDecisions.tsx'
import { VideoView } from './VideoView.tsx'

interface VideoDialogProps extends NextItem {
  videoKind: VideoKind
  id: number
  /** The item from the list, if it is on the current page. */
  listed: Video | undefined
}

export default function VideoDialog({ videoKind, id, listed, ...nextItem }: VideoDialogProps) {
  const { t } = useTranslation()
  const { onClose } = nextItem
  const { onDecided, tick } = useThenNext(nextItem)
  const calls = videoCalls[videoKind]
  const { item, reading } = useItem(calls.get, id, listed)
  const decided = useDecided('video', id, item?.viewStatus)

  const reload = [calls.list, calls.get]
  const { approve, reject, running: deciding } = useVideoDecisions(videoKind)
  const feature = useAction(calls.tag, {
    done: 'videos.markedFeatured',
    failed: { plain: 'errors.markFeatured' },
    reload,
  })
  const takeDown = useAction(calls.takeDown, {
    done: 'reports.takenDown',
    failed: { plain: 'errors.takeDownVideo' },
    reload,
  })
  // The specification shows this call for personal videos only.
  const canFeature = calls.tag.origin === 'spec' || has('featured')
  const askReasons = useTakeDownDialog()
  const reopen = useReopen({ queue: 'video', id, at: item?.viewStatus, reload, onDone: onClose })
  const { videoRef, seek } = useSeek()
  const running = deciding || feature.running || takeDown.running

  const button = (
    key: 'approve' | 'reject' | 'takeDown' | 'feature',
    label: string,
    onClick: (video: Video) => void,
  ) => ({
    key,
    label,
    disabled: !item || running || !canAct('video', key, item.viewStatus),
    hint: item && !canAct('video', key, item.viewStatus) ? decided : undefined,
    onClick: () => item && onClick(item),
  })

  return (
    <DetailDialog
      itemId={id}
      title={item?.title}
      onClose={onClose}
      beside={tick}
      actions={permitted<DialogAction>('video', [
        { key: 'close', label: t('common.close'), disabled: running, onClick: onClose },
        ...reopen,
        button('takeDown', t('common.takeDown'), (video) => {
          const run = withVersion(video.version, takeDown.run)
          askReasons({
            submit: (offlineReasons) =>
              run({
                videoId: id,
                videoType: videoTypeOf(videoKind, video),
                offlineReasons,
              }),
            onDone: onDecided,
          })
        }),
        ...(canFeature
          ? [
              {
                ...button('feature', t('videos.markFeatured'), () =>
                  feature.run({ videoId: id, typeId: featuredTypeId }),
                ),
                loading: feature.running,
                ...(item?.featured ? { disabled: true, hint: t('videos.featured') } : {}),
              },
            ]
          : []),
        {
          ...button('reject', t('common.reject'), (video) => reject(video, onDecided)),
          tone: 'danger',
        },
        {
          ...button('approve', t('common.approve'), (video) => approve(video, onDecided)),
          tone: 'primary',
        },
      ])}
    >
      {!item && <NoItem reading={reading} missing={t('videos.missing')} />}
      {item && (
        <>
          <HeldNote list={listOf(videoKind)} id={id} at={item.viewStatus} />
          <ItemNotes
            queue="video"
            id={id}
            facts={item}
            onSeek={seek}
            settled={!reading.isFetching}
          />
          <VideoView videoKind={videoKind} video={item} videoRef={videoRef} />
          <AboutItem list={listOf(videoKind)} id={id} />
          {decided && <p className="sr-decided">{decided}</p>}
          <History queue="video" id={id} onSeek={seek} />
        </>
      )}
    </DetailDialog>
  )
}
