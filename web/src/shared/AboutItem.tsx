import type { ListName } from '@screening-room/contract/queues'
import { Suspense } from 'react'
import { config } from '../api/config.ts'
import { withLateTexts } from '../texts/i18n.ts'
import { Later } from './Later.tsx'
import { lazyPart } from './lazyPart.tsx'
import { MissingHere } from './MissingHere.tsx'

const About = lazyPart(
  withLateTexts(() => import('./About.tsx')),
  MissingHere,
)

/** The buttons below must not move while somebody reaches for them. */
const room = { minHeight: 80 }

/** The submitter and the open reports, once they are loaded. Absent with another provider. */
export function AboutItem({ list, id }: { list: ListName; id: number }) {
  if (!config().ours) return null
  return (
    <Later before={<div style={room} />}>
      <Suspense fallback={<div style={room} />}>
        <About list={list} id={id} />
      </Suspense>
    </Later>
  )
}
