import { useTranslation } from 'react-i18next'
import { clockText } from '../../../shared/moments.ts'
import { PlainButton } from './PlainButton.tsx'
import { speeds } from './speeds.ts'
import type { PlayerHandle } from './types.ts'
import { usePaused, useTime } from './useMedia.ts'

interface ControlsProps {
  video: HTMLVideoElement
  actions: PlayerHandle
  length: number
  speed: number
  muted: boolean
  fullscreen: boolean
}

export function Controls({ video, actions, length, speed, muted, fullscreen }: ControlsProps) {
  const { t } = useTranslation()
  const paused = usePaused(video)
  return (
    <div className="sr-rp-controls" role="toolbar" aria-label={t('focusPlayer.controls')}>
      <PlainButton className="sr-row-button sr-rp-play" onClick={actions.playPause}>
        {paused ? t('focusPlayer.play') : t('focusPlayer.pause')}
      </PlainButton>
      <Clock video={video} length={length} />
      <span className="sr-rp-speed">
        <PlainButton
          label={t('focusPlayer.slower')}
          disabled={speed === speeds[0]}
          onClick={() => actions.changeSpeed(-1)}
        >
          −
        </PlainButton>
        <output aria-label={t('focusPlayer.speed')}>{speed}×</output>
        <PlainButton
          label={t('focusPlayer.faster')}
          disabled={speed === speeds.at(-1)}
          onClick={() => actions.changeSpeed(1)}
        >
          +
        </PlainButton>
      </span>
      <PlainButton pressed={muted} onClick={actions.toggleMute}>
        {t('focusPlayer.muted')}
      </PlainButton>
      <PlainButton label={t('focusPlayer.frameBack')} onClick={() => actions.stepFrame(-1)}>
        ‹ {t('focusPlayer.frame')}
      </PlainButton>
      <PlainButton label={t('focusPlayer.frameForward')} onClick={() => actions.stepFrame(1)}>
        {t('focusPlayer.frame')} ›
      </PlainButton>
      <PlainButton title={t('focusPlayer.markHelp')} onClick={actions.mark}>
        {t('focusPlayer.mark')}
      </PlainButton>
      <PlainButton pressed={fullscreen} onClick={actions.toggleFullscreen}>
        {t('focusPlayer.fullscreen')}
      </PlainButton>
    </div>
  )
}

function Clock({ video, length }: { video: HTMLVideoElement; length: number }) {
  const time = useTime(video)
  return (
    <span className="sr-rp-clock">
      {clockText(time)} / {length ? clockText(length) : '–'}
    </span>
  )
}
