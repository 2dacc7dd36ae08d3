import { focusCalls } from '@screening-room/contract/focus'
import { isCase, type ListName, lists } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import { useCall } from '../api/queries.ts'
import { useCovers } from './covers.ts'
import { LastDecided } from './LastDecided.tsx'
import { ReportCase } from './ReportCase.tsx'
import { SubmitterCounts } from './SubmitterCounts.tsx'
import './about.css'

interface AboutProps {
  list: ListName
  /** The item's ID; for reports, the video's. */
  id: number
}

/** In a dialog: what focus review shows beside an item. */
export default function About({ list, id }: AboutProps) {
  const about = useCall(
    focusCalls.about,
    { queue: lists[list].address, id },
    { keep: false, fresh: 60_000 },
  )
  const open = about.data?.data.reports.filter(
    ({ reportStatus }) => reportStatus === status.pending,
  )
  const covers = useCovers()
  const decided = about.data?.data.decided ?? []
  return (
    <div className="sr-about">
      {open && open.length > 0 && <ReportCase reports={open} counts={about.data?.data.reporters} />}
      <SubmitterCounts about={about} />
      {decided.length > 0 && (
        <LastDecided
          list={list}
          items={decided}
          coversBlurred={isCase(lists[list].queue) && covers.blurred}
          folded
        />
      )}
    </div>
  )
}
