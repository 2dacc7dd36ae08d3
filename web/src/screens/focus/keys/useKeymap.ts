import { useMemo, useState } from 'react'
import { preferences } from '../../../api/preferences.ts'
import { type Changes, type Chord, type Command, keymapOf, labelOf, reasonKeys } from './keymap.ts'

/** The keys as set in this browser. */
export function useKeymap() {
  const [changes, setChanges] = useState<Changes>(preferences.keys)
  const [off, setOff] = useState(preferences.keysOff)
  const map = useMemo(() => keymapOf(changes), [changes])
  const save = (next: Changes) => {
    preferences.setKeys(next)
    setChanges(next)
  }
  return {
    map,
    off,
    changed: Object.keys(changes).length > 0,
    setOff(next: boolean) {
      preferences.setKeysOff(next)
      setOff(next)
    },
    record: (command: Command, chord: Chord) => save({ ...changes, [command]: chord }),
    reset: () => save({}),
    /** What a button shows; empty while the keys are off. */
    label: (command: Command) => (off ? '' : labelOf(map[command][0] ?? '')),
    /** The key of the reason in this position. */
    reasonLabel: (position: number) => (off ? '' : labelOf(reasonKeys(map)[position] ?? '')),
  }
}

export type Keys = ReturnType<typeof useKeymap>
