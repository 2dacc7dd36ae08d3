import { Modal } from 'antd'
import { type MissingProps, MissingScreen } from './Missing.tsx'

interface MissingDialogProps extends MissingProps {
  onClose: () => void
}

/** Where a dialog would have opened. */
export function MissingDialog({ onClose, ...missing }: MissingDialogProps) {
  return (
    <Modal open centered footer={null} onCancel={onClose}>
      <MissingScreen {...missing} />
    </Modal>
  )
}
