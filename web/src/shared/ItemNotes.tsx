import { Suspense, useState } from 'react'
import { withLateTexts } from '../texts/i18n.ts'
import { lazyPart } from './lazyPart.tsx'
import { MissingHere } from './MissingHere.tsx'
import type { NotesProps } from './Notes.tsx'

const Notes = lazyPart(
  withLateTexts(() => import('./Notes.tsx')),
  MissingHere,
)

const ErasedWord = lazyPart(
  withLateTexts(async () => ({ default: (await import('./Notes.tsx')).ErasedWord })),
  MissingHere,
)

interface Settled {
  /** False while what is shown may be what was read earlier. */
  settled?: boolean
}

/** In place of a text that was erased. */
export function Erased() {
  return (
    <Suspense fallback={null}>
      <ErasedWord />
    </Suspense>
  )
}

/** What the platform changed of an item, and what it says about it. Absent where there is nothing. */
export function ItemNotes({ since, settled = true, ...props }: NotesProps & Settled) {
  const { version, attributes, signals, erased } = props.facts
  const [opened, setOpened] = useState<number>()
  if (settled && opened === undefined && typeof version === 'number') setOpened(version)
  if (!erased && (version ?? 1) < 2 && !attributes?.length && !signals?.length) return null
  const seen = since ?? opened
  return (
    <Suspense fallback={null}>
      <Notes {...props} since={seen !== version ? seen : undefined} />
    </Suspense>
  )
}
