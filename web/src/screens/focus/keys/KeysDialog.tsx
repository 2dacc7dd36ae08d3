import { Button, Modal } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useCovers } from '../../../shared/covers.ts'
import { useTranslation } from '../../../texts/i18n.ts'
import { isComposing } from '../../../ui/is-composing.ts'
import { Key } from './Key.tsx'
import {
  type Command,
  chordOf,
  commands,
  commandWithChord,
  isRecordable,
  labelOf,
  reasonKeys,
} from './keymap.ts'
import type { Keys } from './useKeymap.ts'

interface KeysDialogProps {
  keys: Keys
  onClose: () => void
}

/** The letters that pick reasons, from the first to the last. */
const lettersOf = ({ map }: Keys) => {
  const letters = reasonKeys(map).slice(9).map(labelOf)
  return [letters[0], letters.at(-1)].filter(Boolean).join(' … ')
}

/** Which key does what. Each key can be changed, and all can be switched off. */
export default function KeysDialog({ keys, onClose }: KeysDialogProps) {
  const { t } = useTranslation()
  const [recording, setRecording] = useState<Command>()
  const [error, setError] = useState('')
  const covers = useCovers()
  const what = (command: Command) => t(`focus.commands.${command}`)

  const record = (event: KeyboardEvent, command: Command) => {
    if (recording !== command || isComposing(event)) return
    if (event.key === 'Tab') return setRecording(undefined)
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return setRecording(undefined)
    const chord = chordOf(event)
    if (chord === '') return
    const key = labelOf(chord)
    const holder = commandWithChord(keys.map, chord)
    if (holder && holder !== command)
      return setError(t('focus.keyTaken', { key, what: what(holder) }))
    if (!isRecordable(chord)) return setError(t('focus.keyNotAllowed', { key }))
    keys.record(command, chord)
    setRecording(undefined)
    setError('')
  }

  return (
    <Modal open title={t('focus.help')} footer={null} width={720} onCancel={onClose} centered>
      <p className="sr-muted">{t('focus.helpHint')}</p>
      <div className="sr-focus-keys-head">
        <label>
          <input
            type="checkbox"
            checked={!keys.off}
            onChange={({ target }) => keys.setOff(!target.checked)}
          />{' '}
          {t('focus.helpOff')}
        </label>
        <Button size="small" disabled={!keys.changed} onClick={keys.reset}>
          {t('focus.helpReset')}
        </Button>
      </div>
      <label>
        <input
          type="checkbox"
          checked={covers.blurred}
          onChange={({ target }) => covers.setBlurred(target.checked)}
        />{' '}
        {t('focus.blurCovers')}
      </label>
      <p className="sr-error" role={error ? 'alert' : undefined}>
        {error}
      </p>
      <ul className="sr-focus-keys">
        {commands.map((command) => (
          <li key={command}>
            <span>{what(command)}</span>
            <Button
              size="small"
              aria-label={
                recording === command
                  ? t('focus.recording')
                  : `${labelOf(keys.map[command][0] ?? '')}. ${t('focus.changeKey', { what: what(command) })}`
              }
              title={t('focus.change')}
              onClick={({ currentTarget }) => {
                // Safari does not focus a button on click.
                currentTarget.focus()
                setRecording(command)
                setError('')
              }}
              onBlur={() => setRecording(undefined)}
              onKeyDown={(event) => record(event, command)}
            >
              {recording === command
                ? t('focus.recording')
                : keys.map[command].map((chord) => <Key key={chord}>{labelOf(chord)}</Key>)}
            </Button>
          </li>
        ))}
        <li>
          <span>{t('focus.helpDigits')}</span>
          <Key>0 – 9</Key>
        </li>
        <li>
          <span>{t('focus.helpLetters')}</span>
          <Key>{lettersOf(keys)}</Key>
        </li>
      </ul>
    </Modal>
  )
}
