import { Chip } from '@mui/material'
import { useState } from 'react'
import {
  Button,
  DataTable,
  DateInput,
  List,
  ReferenceField,
  SelectInput,
  TextField,
  TextInput,
} from 'react-admin'
import { statuses } from './Certifications.jsx'
import { pageSize, pictureAddress, shownTime, statusNames } from './calls.js'
import { ReportDialog } from './ReportDialog.jsx'

const types = [
  { id: '0', name: 'Promo' },
  { id: '1', name: 'Personal' },
  { id: '2', name: 'Project' },
]

const filters = [
  <TextInput key="search" source="search" label="Keyword" alwaysOn />,
  <SelectInput key="status" source="status" choices={statuses} alwaysOn />,
  <SelectInput key="videoType" source="videoType" choices={types} alwaysOn />,
  <DateInput key="start" source="start" label="Start time" alwaysOn />,
  <DateInput key="end" source="end" label="End time" alwaysOn />,
]

const cover = ({ videoBanner, videoTitle, videoId }) => (
  <span data-probe="row">
    {videoBanner && (
      <img src={pictureAddress(videoBanner)} alt="" width={64} height={36} loading="lazy" />
    )}{' '}
    {videoTitle} {videoId}
  </span>
)

const actions = () => (
  <>
    <Button label="View details" />
    <Button label="Dismiss" />
    <Button label="Take down" color="error" />
  </>
)

export function Reports() {
  const [open, setOpen] = useState()
  const onRow = (_id, _resource, record) => {
    setOpen(record)
    return false
  }
  return (
    <>
      <List perPage={pageSize} filters={filters} exporter={false}>
        <DataTable rowClick={onRow} bulkActionButtons={false}>
          <DataTable.Col source="id" label="ID" />
          <DataTable.Col source="videoTitle" label="Video" render={cover} />
          <DataTable.Col
            source="videoType"
            label="Type"
            render={({ videoType }) => types[videoType].name}
          />
          <DataTable.Col source="reportMessageId" label="Reason">
            <ReferenceField source="reportMessageId" reference="reasons" link={false}>
              <TextField source="reportMessageEn" />
            </ReferenceField>
          </DataTable.Col>
          <DataTable.Col source="reportCount" label="Count" />
          <DataTable.Col source="reportUserId" label="Reporter" />
          <DataTable.Col
            source="reportStatus"
            label="Status"
            render={({ reportStatus }) => <Chip size="small" label={statusNames[reportStatus]} />}
          />
          <DataTable.Col
            source="createTime"
            label="Time"
            render={({ createTime }) => shownTime(createTime)}
          />
          <DataTable.Col label="Actions" render={actions} />
        </DataTable>
      </List>
      {open && <ReportDialog record={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
