import type { Claimed } from '@screening-room/contract/focus'
import type { ListName } from '@screening-room/contract/queues'
import { featuredTypeId } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import type { RefObject } from 'react'
import { may } from '../../../api/permissions.ts'
import { navigate } from '../../../shared/address.ts'
import { listPath } from '../../../shared/list-address.ts'
import { useAction } from '../../../shared/useAction.ts'
import type { Decisions } from '../decisions/useDecisions.ts'
import { permittedDecisions, videoCallsOf } from '../item/item.ts'
import type { PlayerHandle } from '../player/types.ts'
import type { ReviewSession } from '../session/review-session.ts'
import type { ImageFilters } from '../useImageFilters.ts'
import type { Command } from './keymap.ts'

export type RunCommand = Record<Command, () => void>

interface CommandContext {
  list: ListName
  query: URLSearchParams
  session: ReviewSession
  item: Claimed | undefined
  /** The lease of the current item is lost. */
  lost: boolean
  player: RefObject<PlayerHandle | null>
  decisions: Decisions
  imageFilters: ImageFilters
  showHelp: () => void
}

/** What each command does, for keys and buttons alike. */
export function useCommands(context: CommandContext): RunCommand {
  const { list, query, session, item, lost, player, decisions, imageFilters, showHelp } = context
  const markFeatured = useMarkFeatured(list, session, item)
  const offered: readonly string[] = permittedDecisions(list)
  const withPlayer = (act: (handle: PlayerHandle) => void) => () => {
    if (player.current) act(player.current)
  }
  return {
    approve: () => offered.includes('approve') && decisions.approve(),
    reject: () => offered.includes('reject') && decisions.toggle('reject'),
    dismiss: () => offered.includes('dismiss') && decisions.dismiss(),
    takeDown: () => offered.includes('takeDown') && decisions.toggle('takeDown'),
    skip: () => (lost ? session.dismissLost() : decisions.skip()),
    next: () => (lost ? session.dismissLost() : session.moveBy(1)),
    previous: () => session.moveBy(-1),
    undo: decisions.undo,
    feature: () => void markFeatured(),
    playPause: withPlayer((handle) => handle.playPause()),
    back: withPlayer((handle) => handle.seekBy(-5)),
    forward: withPlayer((handle) => handle.seekBy(5)),
    backOne: withPlayer((handle) => handle.seekBy(-1)),
    forwardOne: withPlayer((handle) => handle.seekBy(1)),
    frameBack: withPlayer((handle) => handle.stepFrame(-1)),
    frameForward: withPlayer((handle) => handle.stepFrame(1)),
    slower: withPlayer((handle) => handle.changeSpeed(-1)),
    faster: withPlayer((handle) => handle.changeSpeed(1)),
    mark: withPlayer((handle) => handle.mark()),
    mute: withPlayer((handle) => handle.toggleMute()),
    fullscreen: withPlayer((handle) => handle.toggleFullscreen()),
    sheet: withPlayer((handle) => handle.toggleSheet()),
    blur: imageFilters.toggleBlur,
    grey: imageFilters.toggleGrey,
    hide: imageFilters.toggleHidden,
    help: showHelp,
    quit: () => navigate(listPath(list, query), { replace: true }),
  }
}

function useMarkFeatured(list: ListName, session: ReviewSession, item: Claimed | undefined) {
  const video = item?.video
  const feature = useAction(video ? videoCallsOf(list, video).tag : videoCalls.project.tag, {
    done: 'videos.markedFeatured',
    failed: { plain: 'errors.markFeatured' },
    reload: [],
  })
  return async () => {
    if (!item || !video || video.featured || !may('video:feature') || !session.canDecide()) return
    if (!(await feature.run({ videoId: video.id, typeId: featuredTypeId })))
      session.replaceItem({ ...item, video: { ...video, featured: true } })
  }
}
