import { useMemo, useState } from 'react'
import { preferences } from '../../../api/preferences.ts'
import { type Changes, type Chord, type Command, keymapOf, labelOf } from './keymap.ts'

/** The keys as this browser's user set them. */
export function useKeymap() {
  const [changes, setChanges] = useState<Changes>(preferences.keys)
  const [off, setOff] = useState(preferences.keysOff)
  const map = useMemo(() => keymapOf(changes), [changes])
  const keep = (next: Changes) => {
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
    record: (command: Command, chord: Chord) => keep({ ...changes, [command]: chord }),
    reset: () => keep({}),
    /** What a button shows; nothing while the keys are off. */
    label: (command: Command) => (off ? '' : labelOf(map[command][0] ?? '')),
  }
}

export type Keys = ReturnType<typeof useKeymap>
