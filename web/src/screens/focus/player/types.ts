import type { Mark, Receipt } from '@screening-room/contract/receipt'
import type { videoCalls } from '@screening-room/contract/videos'

type LinkCall = (typeof videoCalls.link)[keyof typeof videoCalls.link]

/** What the player needs to know of an item's video. */
export interface ReviewVideo {
  id: number
  /** The call that returns its address: promo, personal or project. */
  link: LinkCall
  poster?: string | undefined
  title: string
  /** A receipt belongs to a lease: what was watched under another one does not count. */
  lease?: string | undefined
  /** A new one may be another film. */
  version?: number | null | undefined
  /** As listed, until the video itself says how long it is. */
  duration?: number | null | undefined
}

/** What keys can do with the player. */
export interface PlayerHandle {
  playPause(): void
  seekBy(seconds: number): void
  seekTo(seconds: number): void
  /** 0 is the start, 5 the middle. */
  seekToTenth(tenth: number): void
  stepFrame(step: 1 | -1): void
  changeSpeed(step: 1 | -1): void
  toggleMute(): void
  toggleFullscreen(): void
  /** Shows the contact sheet on the whole stage, or the video again. */
  toggleSheet(): void
  closeSheet(): void
  mark(): void
  receipt(): Receipt
  marks(): Mark[]
}
