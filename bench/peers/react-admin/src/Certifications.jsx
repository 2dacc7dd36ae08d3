import { Chip } from '@mui/material'
import {
  Button,
  DataTable,
  DateInput,
  List,
  ReferenceField,
  SelectInput,
  TextInput,
  useRecordContext,
} from 'react-admin'
import { pageSize, shownTime, statusNames } from './calls.js'

export const statuses = Object.entries(statusNames).map(([id, name]) => ({ id, name }))

const filters = [
  <TextInput key="search" source="search" label="Keyword" alwaysOn />,
  <SelectInput key="status" source="status" choices={statuses} alwaysOn />,
  <DateInput key="start" source="start" label="Start date" alwaysOn />,
  <DateInput key="end" source="end" label="End date" alwaysOn />,
]

function Name() {
  return <strong data-probe="row">{useRecordContext().nickName}</strong>
}

export function Certifications() {
  return (
    <List perPage={pageSize} filters={filters} exporter={false}>
      <DataTable rowClick={false} bulkActionButtons={false}>
        <DataTable.Col source="id" label="User ID" />
        <DataTable.Col source="nickName" label="Name" field={Name} />
        <DataTable.Col source="authRoleId" label="Role">
          <ReferenceField source="authRoleId" reference="roles" link={false} />
        </DataTable.Col>
        <DataTable.Col
          source="authStatus"
          label="Status"
          render={({ authStatus }) => <Chip size="small" label={statusNames[authStatus]} />}
        />
        <DataTable.Col source="phone" />
        <DataTable.Col source="authIntroduce" label="Remark" />
        <DataTable.Col
          source="createTime"
          label="Submitted"
          render={({ createTime }) => shownTime(createTime)}
        />
        <DataTable.Col label="Action" render={() => <Button label="View" />} />
      </DataTable>
    </List>
  )
}
