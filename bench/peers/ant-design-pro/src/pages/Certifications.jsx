import { PageContainer, ProTable } from '@ant-design/pro-components'
import { useEffect, useState } from 'react'
import { findRoles, findRows, pageSize, shownTime, statusNames } from '../calls.js'

const columnsWith = (roles) => [
  { title: 'Keyword', dataIndex: 'search', hideInTable: true },
  { title: 'User ID', dataIndex: 'id', search: false },
  {
    title: 'Name',
    dataIndex: 'nickName',
    search: false,
    render: (_, { nickName }) => <strong data-probe="row">{nickName}</strong>,
  },
  { title: 'Role', dataIndex: 'authRoleId', search: false, renderText: (id) => roles[id] },
  { title: 'Status', dataIndex: 'authStatus', valueType: 'select', valueEnum: statusNames },
  { title: 'Phone', dataIndex: 'phone', search: false },
  { title: 'Remark', dataIndex: 'authIntroduce', search: false, ellipsis: true },
  { title: 'Submitted', dataIndex: 'createTime', search: false, renderText: shownTime },
  { title: 'Start', dataIndex: 'start', valueType: 'date', hideInTable: true },
  { title: 'End', dataIndex: 'end', valueType: 'date', hideInTable: true },
  { title: 'Action', valueType: 'option', render: () => <a href="#view">View</a> },
]

const request = async ({ current, search, authStatus: status, start, end }) => {
  const { rows, total } = await findRows('certifications', current, { search, status, start, end })
  return { data: rows, total, success: true }
}

export default function Certifications() {
  const [roles, setRoles] = useState({})
  useEffect(() => void findRoles().then(setRoles, () => {}), [])
  return (
    <PageContainer>
      <ProTable
        rowKey="id"
        columns={columnsWith(roles)}
        request={request}
        pagination={{ pageSize }}
      />
    </PageContainer>
  )
}
