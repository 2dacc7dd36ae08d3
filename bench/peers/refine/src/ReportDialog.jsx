import { useOne } from '@refinedev/core'
import { Button, Descriptions, Modal } from 'antd'
import { shownTime, statusNames } from './calls.js'
import { useHistory, useLink } from './reads.js'

/** The item at once from the list, then from the server, as ours does it. */
export function ReportDialog({ record, reasonOf, onClose }) {
  const { result = record } = useOne({ resource: 'reports', id: record.id })
  const link = useLink(record.videoId)
  const history = useHistory(record.id)
  const facts = {
    Reason: reasonOf(result.reportMessageId),
    ID: result.id,
    Status: statusNames[result.reportStatus],
    Time: shownTime(result.createTime),
    Reporter: result.reportUserId,
    Video: result.videoId,
    Count: result.reportCount,
  }
  const footer = [
    <Button key="close" onClick={onClose}>
      Close
    </Button>,
    <Button key="dismiss">Dismiss report</Button>,
    <Button key="takeDown" danger>
      Take down video
    </Button>,
  ]
  return (
    <Modal open width={900} title={result.videoTitle} onCancel={onClose} footer={footer}>
      <div data-probe="dialog">
        {link && <video src={link} controls muted preload="metadata" width="480" height="270" />}
        <Descriptions
          column={2}
          items={Object.entries(facts).map(([label, children]) => ({
            key: label,
            label,
            children,
          }))}
        />
        <ol>
          {history.map(({ id, at, action, by }) => (
            <li key={id}>
              {at} {action} {by.nickName}
            </li>
          ))}
        </ol>
      </div>
    </Modal>
  )
}
