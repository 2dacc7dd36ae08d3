import { List, useTable } from '@refinedev/antd'
import { useList } from '@refinedev/core'
import { Button, Table, Tag } from 'antd'
import { pageSize, shownTime, statusNames } from './calls.js'
import { Filters, onSearch } from './Filters.jsx'

export function Certifications() {
  const { tableProps, searchFormProps } = useTable({ pagination: { pageSize }, onSearch })
  const { result } = useList({ resource: 'roles', pagination: { mode: 'off' } })
  const roleOf = (id) => result.data.find((role) => role.id === id)?.name
  return (
    <List>
      <Filters form={searchFormProps} />
      <Table {...tableProps} rowKey="id">
        <Table.Column dataIndex="id" title="User ID" />
        <Table.Column
          dataIndex="nickName"
          title="Name"
          render={(name) => <strong data-probe="row">{name}</strong>}
        />
        <Table.Column dataIndex="authRoleId" title="Role" render={roleOf} />
        <Table.Column
          dataIndex="authStatus"
          title="Status"
          render={(status) => <Tag>{statusNames[status]}</Tag>}
        />
        <Table.Column dataIndex="phone" title="Phone" />
        <Table.Column dataIndex="authIntroduce" title="Remark" ellipsis />
        <Table.Column dataIndex="createTime" title="Submitted" render={shownTime} />
        <Table.Column title="Action" render={() => <Button size="small">View</Button>} />
      </Table>
    </List>
  )
}
