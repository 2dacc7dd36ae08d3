import { Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import {
  Button,
  RecordContextProvider,
  ReferenceField,
  SimpleShowLayout,
  TextField,
  useGetOne,
} from 'react-admin'
import { useHistory, useLink } from './reads.js'

/** The item at once from the list, then from the server, as ours does it. */
export function ReportDialog({ record, onClose }) {
  const { data = record } = useGetOne('reports', { id: record.id })
  const link = useLink(record.videoId)
  const history = useHistory(record.id)
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth>
      <DialogTitle>{data.videoTitle}</DialogTitle>
      <DialogContent data-probe="dialog">
        {link && <video src={link} controls muted preload="metadata" width="480" height="270" />}
        <RecordContextProvider value={data}>
          <SimpleShowLayout>
            <ReferenceField source="reportMessageId" reference="reasons" link={false}>
              <TextField source="reportMessageEn" />
            </ReferenceField>
            <TextField source="id" />
            <TextField source="reportStatus" />
            <TextField source="createTime" />
            <TextField source="reportUserId" />
            <TextField source="videoId" />
            <TextField source="reportCount" />
          </SimpleShowLayout>
        </RecordContextProvider>
        <ol>
          {history.map(({ id, at, action, by }) => (
            <li key={id}>
              {at} {action} {by.nickName}
            </li>
          ))}
        </ol>
      </DialogContent>
      <DialogActions>
        <Button label="Close" onClick={onClose} />
        <Button label="Dismiss report" />
        <Button label="Take down video" color="error" />
      </DialogActions>
    </Dialog>
  )
}
