import { List, useTable } from '@refinedev/antd'
import { useList } from '@refinedev/core'
import { Button, Form, Select, Space, Table, Tag } from 'antd'
import { useState } from 'react'
import { pageSize, pictureAddress, shownTime, statusNames } from './calls.js'
import { Filters, onSearch } from './Filters.jsx'
import { ReportDialog } from './ReportDialog.jsx'

const types = ['Promo', 'Personal', 'Project']

const cover = (title, { videoBanner, videoId }) => (
  <span data-probe="row">
    {videoBanner && (
      <img src={pictureAddress(videoBanner)} alt="" width={64} height={36} loading="lazy" />
    )}{' '}
    {title} {videoId}
  </span>
)

const actions = () => (
  <Space>
    <Button size="small">View details</Button>
    <Button size="small">Dismiss</Button>
    <Button size="small" danger>
      Take down
    </Button>
  </Space>
)

export function Reports() {
  const [open, setOpen] = useState()
  const { tableProps, searchFormProps } = useTable({ pagination: { pageSize }, onSearch })
  const { result } = useList({ resource: 'reasons', pagination: { mode: 'off' } })
  const reasonOf = (id) => result.data.find((one) => one.id === id)?.reportMessageEn
  return (
    <List>
      <Filters form={searchFormProps}>
        <Form.Item name="videoType" label="Type">
          <Select options={types.map((label, value) => ({ label, value: `${value}` }))} />
        </Form.Item>
      </Filters>
      <Table {...tableProps} rowKey="id" onRow={(row) => ({ onClick: () => setOpen(row) })}>
        <Table.Column dataIndex="id" title="ID" />
        <Table.Column dataIndex="videoTitle" title="Video" render={cover} />
        <Table.Column dataIndex="videoType" title="Type" render={(type) => types[type]} />
        <Table.Column dataIndex="reportMessageId" title="Reason" render={reasonOf} />
        <Table.Column dataIndex="reportCount" title="Count" />
        <Table.Column dataIndex="reportUserId" title="Reporter" />
        <Table.Column
          dataIndex="reportStatus"
          title="Status"
          render={(status) => <Tag>{statusNames[status]}</Tag>}
        />
        <Table.Column dataIndex="createTime" title="Time" render={shownTime} />
        <Table.Column title="Actions" render={actions} />
      </Table>
      {open && (
        <ReportDialog record={open} reasonOf={reasonOf} onClose={() => setOpen(undefined)} />
      )}
    </List>
  )
}
