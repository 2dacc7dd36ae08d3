/*
 * Which key does what. A key is its position (`event.code`), not the character it types, so caps
 * lock, input methods and layouts make no difference. Names follow the US keyboard.
 */

const decisionCommands = [
  'approve',
  'reject',
  'dismiss',
  'takeDown',
  'skip',
  'next',
  'previous',
  'undo',
  'feature',
] as const
/** These also work while a strip of reasons is open. */
export const viewingCommands = [
  'playPause',
  'back',
  'forward',
  'backOne',
  'forwardOne',
  'frameBack',
  'frameForward',
  'slower',
  'faster',
  'mark',
  'mute',
  'fullscreen',
  'sheet',
  'blur',
  'grey',
  'hide',
  'help',
] as const
export const commands = [...decisionCommands, ...viewingCommands, 'quit'] as const
export type Command = (typeof commands)[number]

/** `KeyA`, `Shift+Comma`, `Mod+KeyZ`; Mod is Ctrl or ⌘. */
export type Chord = string
export type Keymap = Record<Command, readonly Chord[]>

/** The first of several keys is the one on the button. */
export const defaultKeymap: Keymap = {
  approve: ['KeyA'],
  reject: ['KeyR'],
  dismiss: ['KeyD'],
  takeDown: ['KeyT'],
  skip: ['KeyS'],
  next: ['KeyJ'],
  previous: ['KeyK'],
  undo: ['KeyZ', 'Mod+KeyZ'],
  feature: ['Shift+Digit8', 'NumpadMultiply'],
  playPause: ['Space'],
  back: ['ArrowLeft'],
  forward: ['ArrowRight'],
  backOne: ['Shift+ArrowLeft'],
  forwardOne: ['Shift+ArrowRight'],
  frameBack: ['Comma'],
  frameForward: ['Period'],
  slower: ['Shift+Comma'],
  faster: ['Shift+Period'],
  mark: ['KeyI'],
  mute: ['KeyM'],
  fullscreen: ['KeyF'],
  sheet: ['KeyV'],
  blur: ['KeyB'],
  grey: ['Shift+KeyB'],
  hide: ['KeyH'],
  help: ['Shift+Slash'],
  quit: ['KeyQ'],
}

export type Changes = Partial<Record<Command, Chord>>

/** The default keys with the user's own. What cannot be a key is left out. */
export function keymapOf(changes: Changes): Keymap {
  const changed = commands.flatMap((command) => {
    const chord = changes[command]
    const others = defaultKeymap[command].slice(1)
    return chord && isRecordable(chord) ? [[command, [chord, ...others]] as const] : []
  })
  return { ...defaultKeymap, ...Object.fromEntries(changed) }
}

export interface KeyPress {
  code: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

const modifier = /^(Shift|Control|Alt|Meta|OS|CapsLock|Fn)/

/** Empty for a modifier alone, and for what belongs to the system. */
export function chordOf({ code, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): Chord {
  if (!code || modifier.test(code) || altKey) return ''
  return `${ctrlKey || metaKey ? 'Mod+' : ''}${shiftKey ? 'Shift+' : ''}${code}`
}

export function commandOf(map: Keymap, press: KeyPress): Command | undefined {
  const chord = chordOf(press)
  return chord === '' ? undefined : commands.find((command) => map[command].includes(chord))
}

/** The digit row or the number pad: reasons, or tenths of the video. */
export function digitOf(press: KeyPress): number | undefined {
  const found = /^(?:Digit|Numpad)(\d)$/.exec(chordOf(press))
  return found ? Number(found[1]) : undefined
}

const digitKeys = Array.from({ length: 9 }, (_, index) => `Digit${index + 1}`)
const letterKeys = Array.from({ length: 26 }, (_, index) => `Key${String.fromCharCode(65 + index)}`)

/** The keys of reasons by position: the digits, then the letters that no command has. */
export function reasonKeys(map: Keymap): Chord[] {
  return [...digitKeys, ...letterKeys.filter((chord) => !commandWithChord(map, chord))]
}

/** Digits pick reasons; the others keep their usual meaning. */
const reserved = /^(?:Shift\+)?(?:Digit\d|Numpad\d|Tab|Enter|NumpadEnter|Escape|F\d+)$/

export function isRecordable(chord: Chord): boolean {
  if (chord === 'Shift+Digit8') return true
  return chord !== '' && !chord.startsWith('Mod+') && !reserved.test(chord)
}

/** The command that has this key already. */
export function commandWithChord(map: Keymap, chord: Chord): Command | undefined {
  return commands.find((command) => map[command].includes(chord))
}

const shifted: Record<string, string> = {
  'Shift+Comma': '<',
  'Shift+Period': '>',
  'Shift+Slash': '?',
  'Shift+Digit8': '*',
}
const keySymbols: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Comma: ',',
  Period: '.',
  Slash: '/',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  Minus: '-',
  Equal: '=',
  Backquote: '`',
  NumpadMultiply: 'Num *',
}

/** As shown on a button. */
export function labelOf(chord: Chord): string {
  const known = shifted[chord]
  if (known) return known
  const parts = chord.split('+')
  const code = parts.pop() ?? ''
  const sign = keySymbols[code] ?? code.replace(/^(?:Key|Digit)/, '')
  return [...parts.map((part) => (part === 'Mod' ? 'Ctrl/⌘' : part)), sign].join(' + ')
}
