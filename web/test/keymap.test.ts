import { expect, it } from 'vitest'
import {
  chordOf,
  commandOf,
  commands,
  commandWithChord,
  defaultKeymap,
  digitOf,
  isRecordable,
  type KeyPress,
  keymapOf,
  labelOf,
  reasonKeys,
} from '../src/screens/focus/keys/keymap.ts'

const press = (code: string, held: Partial<KeyPress> = {}): KeyPress => ({
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
})
const shift = { shiftKey: true }

it('every command has a key of its own', () => {
  const chords = commands.flatMap((command) => defaultKeymap[command])
  expect(new Set(chords).size).toBe(chords.length)
  for (const command of commands)
    expect(commandWithChord(defaultKeymap, defaultKeymap[command][0] ?? '')).toBe(command)
})

it.each([
  ['KeyA', {}, 'approve'],
  ['KeyZ', {}, 'undo'],
  ['KeyZ', { ctrlKey: true }, 'undo'],
  ['KeyZ', { metaKey: true }, 'undo'],
  ['KeyB', {}, 'blur'],
  ['KeyB', shift, 'grey'],
  ['Comma', {}, 'frameBack'],
  ['Comma', shift, 'slower'],
  ['ArrowLeft', shift, 'backOne'],
  ['Digit8', shift, 'feature'],
  ['NumpadMultiply', {}, 'feature'],
  ['Slash', shift, 'help'],
])('%s with %o is %s', (code, held, command) => {
  expect(commandOf(defaultKeymap, press(code, held))).toBe(command)
})

it('a letter with Ctrl, ⌘ or Alt is the browser’s or the system’s', () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(commandOf(defaultKeymap, press('KeyA', held))).toBeUndefined()
  expect(commandOf(defaultKeymap, press('KeyA', shift))).toBeUndefined()
  expect(chordOf(press('ShiftLeft', shift))).toBe('')
})

it('digits come from the row and from the number pad, and never with Shift', () => {
  expect(digitOf(press('Digit0'))).toBe(0)
  expect(digitOf(press('Numpad7'))).toBe(7)
  expect(digitOf(press('Digit8', shift))).toBeUndefined()
  expect(digitOf(press('KeyA'))).toBeUndefined()
})

it('a recorded key replaces the first one and keeps the others', () => {
  const map = keymapOf({ approve: 'KeyG', undo: 'KeyU' })
  expect(commandOf(map, press('KeyG'))).toBe('approve')
  expect(commandOf(map, press('KeyA'))).toBeUndefined()
  expect(map.undo).toEqual(['KeyU', 'Mod+KeyZ'])
})

it('reasons have the digits and then the letters that no command has, also after keys were changed', () => {
  const labels = (map = defaultKeymap) => reasonKeys(map).map(labelOf).join('')
  expect(labels()).toBe('123456789CEGLNOPUWXY')
  expect(labels(keymapOf({ approve: 'KeyG' }))).toBe('123456789ACELNOPUWXY')
})

it('digits, Tab, Enter, Escape and the browser’s own combinations cannot be recorded', () => {
  for (const chord of ['', 'Digit3', 'Numpad3', 'Tab', 'Enter', 'Escape', 'F5', 'Mod+KeyA'])
    expect(isRecordable(chord), chord).toBe(false)
  expect(isRecordable('Shift+KeyX')).toBe(true)
  expect(keymapOf({ approve: 'Digit3' }).approve).toEqual(['KeyA'])
})

it('labels are what is printed on the keys', () => {
  expect(commands.map((command) => labelOf(defaultKeymap[command][0] ?? ''))).toEqual(
    'A R D T S J K Z * Space ← → Shift_+_← Shift_+_→ , . < > I M F V B Shift_+_B H ? Q'
      .split(' ')
      .map((label) => label.replaceAll('_', ' ')),
  )
  expect(labelOf('Mod+KeyZ')).toBe('Ctrl/⌘ + Z')
})
