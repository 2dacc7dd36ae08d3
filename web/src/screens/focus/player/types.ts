import type { Mark, Receipt } from '@screening-room/contract/receipt'
import type { videoCalls } from '@screening-room/contract/videos'

type LinkCall = (typeof videoCalls.link)[keyof typeof videoCalls.link]

/** A video of the queue, as far as playing it goes. */
export interface QueueItem {
  id: number
  /** The call that answers its address: promo, personal or project. */
  link: LinkCall
  poster?: string | undefined
  title: string
  /** What a receipt belongs to: what was looked at under another lease does not count. */
  lease?: string | undefined
  /** What the list says; the video itself knows better. */
  duration?: number | null | undefined
}

/** What keys do to the player. */
export interface PlayerHandle {
  playPause(): void
  seekBy(seconds: number): void
  seekTo(seconds: number): void
  /** To the tenth of that number: 0 is the start. */
  seekPart(tenth: number): void
  frame(step: 1 | -1): void
  faster(step: 1 | -1): void
  toggleMute(): void
  toggleFullscreen(): void
  mark(): void
  receipt(): Receipt
  marks(): Mark[]
}
