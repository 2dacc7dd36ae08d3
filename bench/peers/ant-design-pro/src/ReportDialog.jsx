import { ProDescriptions } from '@ant-design/pro-components'
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { getRow, shownTime, statusNames } from './calls.js'
import { useHistory, useLink } from './reads.js'

const columnsWith = (reasonOf) => [
  { title: 'Reason', dataIndex: 'reportMessageId', renderText: reasonOf },
  { title: 'ID', dataIndex: 'id' },
  { title: 'Status', dataIndex: 'reportStatus', valueEnum: statusNames },
  { title: 'Time', dataIndex: 'createTime', renderText: shownTime },
  { title: 'Reporter', dataIndex: 'reportUserId' },
  { title: 'Video', dataIndex: 'videoId' },
  { title: 'Count', dataIndex: 'reportCount' },
]

/** The item at once from the list, then from the server, as ours does it. */
export function ReportDialog({ record, reasonOf, onClose }) {
  const [row, setRow] = useState(record)
  useEffect(() => void getRow('reports', record.id).then(setRow, () => {}), [record.id])
  const link = useLink(record.videoId)
  const history = useHistory(record.id)
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
    <Modal open width={900} title={row.videoTitle} onCancel={onClose} footer={footer}>
      <div data-probe="dialog">
        {link && <video src={link} controls muted preload="metadata" width="480" height="270" />}
        <ProDescriptions column={2} dataSource={row} columns={columnsWith(reasonOf)} />
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
