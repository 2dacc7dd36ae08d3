import { SettingOutlined } from '@ant-design/icons'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from '../texts/i18n.ts'
import { placePanel } from './place-panel.ts'
import type { TableView } from './useTableView.ts'
import './table.css'

interface TableSettingsProps {
  view: TableView
  /** Those that can be hidden. */
  columns: { key: string; title: ReactNode }[]
}

/** In the head of a table: its columns and the height of its rows. */
export function TableSettings({ view, columns }: TableSettingsProps) {
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLFieldSetElement>(null)
  const toggle = (key: string) =>
    view.hidden.includes(key) ? view.hidden.filter((one) => one !== key) : [...view.hidden, key]

  return (
    <>
      <button
        ref={button}
        type="button"
        className="sr-table-settings"
        popoverTarget={id}
        aria-label={t('table.settings')}
        title={t('table.settings')}
      >
        <SettingOutlined aria-hidden />
      </button>
      <fieldset
        ref={panel}
        id={id}
        popover="auto"
        className="sr-table-panel"
        aria-label={t('table.settings')}
        onBeforeToggle={() => placePanel(panel.current, button.current)}
        // Closed it is empty: its labels are those of filters.
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && (
          <>
            <label>
              <input
                type="checkbox"
                checked={view.dense}
                onChange={({ target }) => view.setDense(target.checked)}
              />
              {t('table.dense')}
            </label>
            <p>{t('table.columns')}</p>
            {columns.map(({ key, title }) => (
              <label key={key}>
                <input
                  type="checkbox"
                  checked={!view.hidden.includes(key)}
                  onChange={() => view.setHidden(toggle(key))}
                />
                {title}
              </label>
            ))}
          </>
        )}
      </fieldset>
    </>
  )
}
