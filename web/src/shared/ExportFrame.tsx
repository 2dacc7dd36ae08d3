import type { AnyCall, InputOf } from '@screening-room/contract/call'
import { exportFormats } from '@screening-room/contract/fields'
import { Button, Modal } from 'antd'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { download } from '../api/download.ts'
import { type ApiFailure, asFailure } from '../api/failure.ts'
import { useTranslation } from '../texts/i18n.ts'
import { useBackFocus } from './useBackFocus.ts'
import './export.css'

type Format = (typeof exportFormats)[number]

/** The byte that ends a row: of CSV the CR, which is nowhere else in it. */
const rowEnds: Record<Format, number> = { csv: 13, ndjson: 10 }

interface ExportFrameProps {
  title: string
  call: AnyCall
  /** Without the format. */
  input: object
  /** The file's name begins with it. */
  name: string
  /** What will be in it, before anything is asked for. */
  children: ReactNode
  onClose: () => void
}

type Progress =
  | { state: 'asking' }
  | { state: 'running'; rows: number }
  | { state: 'done'; rows: number; name: string }
  | { state: 'failed'; failure: ApiFailure }

/** Rows into a file, with how many there are so far. */
export function ExportFrame({
  title,
  call,
  input,
  name: begin,
  children,
  onClose,
}: ExportFrameProps) {
  const { t, language } = useTranslation()
  const [format, setFormat] = useState<Format>('csv')
  const [progress, setProgress] = useState<Progress>({ state: 'asking' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const id = useId()
  useBackFocus()

  const start = async () => {
    const own = new AbortController()
    running.current = own
    setProgress({ state: 'running', rows: 0 })
    const heads = format === 'csv' ? 1 : 0
    let rows = 0
    try {
      const file = await download(call, { ...input, format } as InputOf<AnyCall>, {
        signal: own.signal,
        rowEnd: rowEnds[format],
        onRows: (ended) => {
          rows = Math.max(0, ended - heads)
          if (!own.signal.aborted) setProgress({ state: 'running', rows })
        },
      })
      const name = `${begin}-${new Date().toISOString().slice(0, 16).replace(':', '')}.${format}`
      save(file, name)
      setProgress({ state: 'done', rows, name })
    } catch (thrown) {
      const failure = asFailure(thrown)
      if (failure.kind === 'signedOut') return
      setProgress(failure.kind === 'cancelled' ? { state: 'asking' } : { state: 'failed', failure })
    }
  }
  const isRunning = progress.state === 'running'
  const count = (rows: number) => rows.toLocaleString(language)

  return (
    <Modal
      open
      centered
      width={460}
      title={t('exports.title', { list: title })}
      onCancel={onClose}
      footer={
        isRunning ? (
          <Button onClick={() => running.current?.abort()}>{t('exports.stop')}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('common.close')}</Button>
            <Button type="primary" onClick={() => void start()}>
              {t(progress.state === 'asking' ? 'exports.start' : 'exports.again')}
            </Button>
          </>
        )
      }
    >
      <div className="sr-export">
        {children}
        <fieldset disabled={isRunning}>
          <legend>{t('exports.format')}</legend>
          {exportFormats.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name={`${id}-format`}
                checked={format === one}
                onChange={() => setFormat(one)}
              />
              <span>
                {t(`exports.formats.${one}`)}
                <small>{t(`exports.hints.${one}`)}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="sr-muted">{t('exports.recorded')}</p>
        {isRunning && <progress aria-label={t('exports.running')} />}
        <p className="sr-export-state" aria-live="polite">
          {progress.state === 'running' && t('exports.soFar', { rows: count(progress.rows) })}
          {progress.state === 'done' &&
            t('exports.done', { rows: count(progress.rows), name: progress.name })}
        </p>
        {progress.state === 'failed' && (
          <p className="sr-error" role="alert">
            {progress.failure.serverMessage ?? t('exports.failed')}
          </p>
        )}
      </div>
    </Modal>
  )
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
