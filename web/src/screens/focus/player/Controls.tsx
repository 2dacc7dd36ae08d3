import { FullscreenOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { clockText, clockTextIn } from '../../../shared/moments.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { Key } from '../keys/Key.tsx'
import type { Command } from '../keys/keymap.ts'
import type { Keys } from '../keys/useKeymap.ts'
import { PlainButton } from './PlainButton.tsx'
import { speeds } from './speeds.ts'
import type { PlayerHandle } from './types.ts'
import { usePaused, useTime } from './useMedia.ts'

interface ControlsProps {
  video: HTMLVideoElement
  actions: PlayerHandle
  keys: Keys
  length: number
  speed: number
  muted: boolean
  fullscreen: boolean
  /** The contact sheet fills the stage. */
  sheet: boolean
}

interface ControlProps {
  children: ReactNode
  label?: string
  title?: string
  pressed?: boolean
  disabled?: boolean
  className?: string
}

/** The player's buttons, each with its key. */
export function Controls(props: ControlsProps) {
  const { video, actions, keys, length, speed, muted, fullscreen, sheet } = props
  const { t } = useTranslation()
  const paused = usePaused(video)
  const control = (command: Command, act: () => void, { children, ...rest }: ControlProps) => (
    <PlainButton {...rest} shortcut={keys.label(command)} onClick={act}>
      {children} <Key>{keys.label(command)}</Key>
    </PlainButton>
  )
  return (
    <div className="sr-rp-controls" role="toolbar" aria-label={t('focusPlayer.controls')}>
      {control('playPause', actions.playPause, {
        className: 'sr-row-button sr-rp-play',
        children: paused ? t('focusPlayer.play') : t('focusPlayer.pause'),
      })}
      <Clock video={video} length={length} />
      <span className="sr-rp-speed">
        {control('slower', () => actions.changeSpeed(-1), {
          label: t('focusPlayer.slower'),
          disabled: speed === speeds[0],
          children: '−',
        })}
        <output aria-label={t('focusPlayer.speed')}>{speed}×</output>
        {control('faster', () => actions.changeSpeed(1), {
          label: t('focusPlayer.faster'),
          disabled: speed === speeds.at(-1),
          children: '+',
        })}
      </span>
      {control('mute', actions.toggleMute, { pressed: muted, children: t('focusPlayer.muted') })}
      {control('frameBack', () => actions.stepFrame(-1), {
        label: t('focusPlayer.frameBack'),
        children: <>‹ {word(t('focusPlayer.frame'))}</>,
      })}
      {control('frameForward', () => actions.stepFrame(1), {
        label: t('focusPlayer.frameForward'),
        children: <>{word(t('focusPlayer.frame'))} ›</>,
      })}
      {control('mark', actions.mark, {
        title: t('focusPlayer.markHelp'),
        children: t('focusPlayer.mark'),
      })}
      {control('sheet', actions.toggleSheet, {
        label: t('focusPlayer.sheet'),
        pressed: sheet,
        children: t('focusPlayer.sheetShort'),
      })}
      {control('fullscreen', actions.toggleFullscreen, {
        label: t('focusPlayer.fullscreen'),
        title: t('focusPlayer.fullscreen'),
        pressed: fullscreen,
        children: (
          <>
            <FullscreenOutlined aria-hidden /> {word(t('focusPlayer.fullscreen'))}
          </>
        ),
      })}
    </div>
  )
}

/** Left out where there is little room. */
const word = (text: string) => <span className="sr-rp-word">{text}</span>

function Clock({ video, length }: { video: HTMLVideoElement; length: number }) {
  const time = useTime(video)
  return (
    <span className="sr-rp-clock">
      {clockTextIn(length, time)} / {length ? clockText(length) : '–'}
    </span>
  )
}
