import type { Reason } from '@screening-room/contract/reasons'
import { useAppearance } from '../../shared/appearance.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Text } from '../../ui/Text.tsx'
import { type Draft, draftOf, ReasonForm } from './ReasonForm.tsx'

interface ReasonEntryProps {
  reason: Reason
  /** The other reasons of its queue. */
  others: readonly Reason[]
  /** Undefined for users who can only view. */
  editing: boolean | undefined
  running: boolean
  onEdit: () => void
  onSave: (draft: Draft) => Promise<void>
  onUse: (active: boolean, draft: Draft) => void
  onClose: () => void
}

export function ReasonEntry(props: ReasonEntryProps) {
  const { reason, others, editing, running, onEdit, onSave, onUse, onClose } = props
  const { t } = useTranslation()
  const { language } = useAppearance()
  const label = language === 'en' ? reason.labelEn : reason.label
  const { active } = reason
  return (
    <li className={active ? 'sr-reason-entry' : 'sr-reason-entry sr-reason-out'}>
      <kbd title={t('reasons.digit')}>{reason.digit ?? t('common.none')}</kbd>
      <div className="sr-reason-words" lang="zh-CN">
        <strong>
          <Text>{reason.label}</Text>
        </strong>
        <p>
          <Text>{reason.text}</Text>
        </p>
      </div>
      <div className="sr-reason-words" lang="en">
        <strong>
          <Text>{reason.labelEn}</Text>
        </strong>
        <p>
          <Text>{reason.textEn}</Text>
        </p>
      </div>
      <div className="sr-reason-state">
        <StatusBadge tone={active ? 'good' : 'unknown'}>
          {t(active ? 'reasons.active' : 'reasons.inactive')}
        </StatusBadge>
        {editing !== undefined && (
          <span className="sr-reason-actions">
            <RowButton
              label={t('reasons.changeOne', { label })}
              disabled={running}
              onClick={editing ? onClose : onEdit}
            >
              {t('reasons.change')}
            </RowButton>
            <RowButton
              label={t(active ? 'reasons.retireOne' : 'reasons.restoreOne', { label })}
              disabled={running}
              onClick={() => onUse(!active, draftOf(reason))}
            >
              {t(active ? 'reasons.retire' : 'reasons.restore')}
            </RowButton>
          </span>
        )}
      </div>
      {editing && (
        <ReasonForm
          label={t('reasons.changeOne', { label })}
          start={draftOf(reason)}
          others={active ? others : []}
          running={running}
          onSave={onSave}
          onClose={onClose}
        />
      )}
    </li>
  )
}
