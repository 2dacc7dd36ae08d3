import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import type { MediaAddress, Trouble } from '../api/media-probe.ts'
import { useTranslation } from '../texts/i18n.ts'
import { afterPaint } from './Later.tsx'
import { credentialsFor, inSegments, loadMedia, whyUnplayable } from './media.ts'

interface FilmProps {
  address: URL
  videoRef?: Ref<HTMLVideoElement> | undefined
  poster?: string | undefined
  className?: string | undefined
  onPlay: () => void
  onTrouble: (trouble: Trouble) => void
}

/** A video element with the browser's own controls, for a film in one file or in segments. */
export function Film({ address, videoRef, poster, className, onPlay, onTrouble }: FilmProps) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  useImperativeHandle(videoRef, () => video.current as HTMLVideoElement)
  const { href } = address
  const [segments, setSegments] = useState(() => inSegments(address))
  const isOther = address.origin !== location.origin
  // Frames are not read here: a film in one file is asked for as it always was.
  const cors = segments && isOther ? credentialsFor(address) : null
  const media: MediaAddress = { href, segments, cors }
  const told = useEffectEvent((trouble: Trouble | 'segments') =>
    trouble === 'segments' ? setSegments(true) : onTrouble(trouble),
  )
  const load = useEffectEvent((into: HTMLVideoElement) =>
    loadMedia(into, media, { onTrouble: (trouble) => told(trouble) }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `media` is made of these two
  useEffect(() => {
    const { current } = video
    if (!current) return
    const unload = load(current)
    // Unloading takes long; an element that has left the page can wait for it.
    return () => (current.isConnected ? unload() : void afterPaint(unload))
  }, [href, segments])
  const ask = async (failed: HTMLVideoElement) => {
    if (!failed.hasAttribute('src')) return
    const trouble = await whyUnplayable(failed, media)
    if (failed.isConnected) return trouble === 'segments' ? setSegments(true) : onTrouble(trouble)
  }
  return (
    <video
      ref={video}
      className={className}
      poster={poster}
      aria-label={t('player.label')}
      controls
      muted
      playsInline
      preload="metadata"
      onPlay={onPlay}
      onError={({ currentTarget }) => void ask(currentTarget)}
    />
  )
}
