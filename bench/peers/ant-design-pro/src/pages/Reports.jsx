import { PageContainer, ProTable } from '@ant-design/pro-components'
import { useEffect, useState } from 'react'
import {
  findReasons,
  findRows,
  pageSize,
  pictureAddress,
  shownTime,
  statusNames,
} from '../calls.js'
import { ReportDialog } from '../ReportDialog.jsx'

const types = { 0: 'Promo', 1: 'Personal', 2: 'Project' }

const cover = (_, { videoBanner, videoTitle, videoId }) => (
  <span data-probe="row">
    {videoBanner && (
      <img src={pictureAddress(videoBanner)} alt="" width={64} height={36} loading="lazy" />
    )}{' '}
    {videoTitle} {videoId}
  </span>
)

const actions = () => [
  <a key="view" href="#view">
    View details
  </a>,
  <a key="dismiss" href="#dismiss">
    Dismiss
  </a>,
  <a key="takeDown" href="#take-down">
    Take down
  </a>,
]

const columnsWith = (reasonOf) => [
  { title: 'Keyword', dataIndex: 'search', hideInTable: true },
  { title: 'ID', dataIndex: 'id', search: false },
  { title: 'Video', dataIndex: 'videoTitle', search: false, render: cover },
  { title: 'Type', dataIndex: 'videoType', valueType: 'select', valueEnum: types },
  { title: 'Reason', dataIndex: 'reportMessageId', search: false, renderText: reasonOf },
  { title: 'Count', dataIndex: 'reportCount', search: false },
  { title: 'Reporter', dataIndex: 'reportUserId', search: false },
  { title: 'Status', dataIndex: 'reportStatus', valueType: 'select', valueEnum: statusNames },
  { title: 'Time', dataIndex: 'createTime', search: false, renderText: shownTime },
  { title: 'Start', dataIndex: 'start', valueType: 'date', hideInTable: true },
  { title: 'End', dataIndex: 'end', valueType: 'date', hideInTable: true },
  { title: 'Actions', valueType: 'option', render: actions },
]

const request = async ({ current, search, videoType, reportStatus: status, start, end }) => {
  const filters = { search, videoType, status, start, end }
  const { rows, total } = await findRows('reports', current, filters)
  return { data: rows, total, success: true }
}

export default function Reports() {
  const [open, setOpen] = useState()
  const [reasons, setReasons] = useState([])
  useEffect(() => void findReasons().then(setReasons, () => {}), [])
  const reasonOf = (id) => reasons.find((one) => one.id === id)?.reportMessageEn
  return (
    <PageContainer>
      <ProTable
        rowKey="id"
        columns={columnsWith(reasonOf)}
        request={request}
        pagination={{ pageSize }}
        onRow={(row) => ({ onClick: () => setOpen(row) })}
      />
      {open && (
        <ReportDialog record={open} reasonOf={reasonOf} onClose={() => setOpen(undefined)} />
      )}
    </PageContainer>
  )
}
