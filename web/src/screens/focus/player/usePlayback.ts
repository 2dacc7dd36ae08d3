import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { preferences } from '../../../api/preferences.ts'
import { openVideo, sourceOf } from './preload.ts'
import type { ReviewVideo } from './types.ts'
import { useInView, useTabVisible } from './useVisibility.ts'
import type { VideoSource } from './video-source.ts'
import { type Viewing, viewingOf } from './viewing.ts'

interface PlaybackOptions {
  reviewVideo: ReviewVideo
  /** Where the video element goes. */
  stage: RefObject<HTMLElement | null>
  autoplay: boolean
  active: boolean
  hidden: boolean
  onPlay: () => void
}

/** Plays a video on the stage and records what was watched of it. */
export function usePlayback(options: PlaybackOptions) {
  const { reviewVideo, stage, autoplay, active, hidden } = options
  const source = sourceOf(reviewVideo)
  const viewing = viewingOf(reviewVideo)
  const loadState = useSyncExternalStore(source.subscribe, source.state)
  const [speed, setSpeed] = useState(1)
  const [muted, setMuted] = useState(() => !preferences.sound())
  const inView = useInView(stage)
  const shown = useTabVisible() && !hidden
  const mayPlay = active && !hidden
  const shouldPlay = useRef(false)

  const open = useEffectEvent(() => {
    shouldPlay.current = autoplay
    return openVideo(reviewVideo)
  })
  useLayoutEffect(() => {
    stage.current?.prepend(source.video)
    const close = open()
    const detach = viewing.attach(source)
    return () => {
      detach()
      source.pause()
      source.video.remove()
      close()
    }
  }, [source, viewing, stage])
  useRecordedMode(source, viewing, { speed, muted, visible: shown && inView })

  useEffect(() => {
    if (mayPlay) {
      if (shouldPlay.current) source.play()
      return
    }
    // After hiding, the video stays paused until the reviewer plays it.
    shouldPlay.current = !hidden && !source.video.paused
    source.pause()
  }, [source, mayPlay, hidden])

  useEffect(() => {
    if (hidden) setMuted(true)
  }, [hidden])

  const onPlay = useEffectEvent(options.onPlay)
  useEffect(() => {
    const listen = () => onPlay()
    source.video.addEventListener('playing', listen)
    return () => source.video.removeEventListener('playing', listen)
  }, [source])

  return { source, viewing, loadState, speed, setSpeed, muted, setMuted, shown, mayPlay }
}

interface Mode {
  speed: number
  muted: boolean
  visible: boolean
}

/** Applies speed and sound. Each change first records what was watched before it. */
function useRecordedMode({ video }: VideoSource, viewing: Viewing, mode: Mode) {
  const { speed, muted, visible } = mode
  useLayoutEffect(() => {
    viewing.flush()
    video.defaultPlaybackRate = speed
    video.playbackRate = speed
    video.preservesPitch = true
    video.muted = muted
  }, [video, viewing, speed, muted])

  useLayoutEffect(() => {
    viewing.flush()
    viewing.recorder.setMode({ visible })
  }, [viewing, visible])
}
