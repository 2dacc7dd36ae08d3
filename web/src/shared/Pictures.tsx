import { Image } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from '../texts/i18n.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Text } from '../ui/Text.tsx'
import type { PictureAddress } from './format.ts'
import { usePreviewKeys } from './usePreviewKeys.ts'
import './shared.css'

/** A member may send thousands, and the browser would freeze. */
const most = 50

/** Pictures with zoom. Only allowed hosts are ever contacted. */
export default function Pictures({
  addresses,
  none,
  height = 120,
  large = false,
  onShown,
}: {
  addresses: PictureAddress[]
  none: string
  height?: number
  /** As large as the container, whose styles set the size. */
  large?: boolean
  /** The first of them is on the screen. */
  onShown?: () => void
}) {
  const { t } = useTranslation()
  const preview = usePreviewKeys()
  const told = useRef(false)
  const tell = () => {
    if (!told.current) onShown?.()
    told.current = true
  }
  const shown = addresses.filter((one) => one.state !== 'none')
  if (!shown.length) return <EmptyState>{none}</EmptyState>
  return (
    <Image.PreviewGroup preview={preview}>
      <ul className={large ? 'sr-pictures sr-pictures-large' : 'sr-pictures'} onLoad={tell}>
        {shown.slice(0, most).map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an address may occur twice
          <li key={`${index} ${one.address}`}>
            <Picture
              address={one}
              number={index + 1}
              total={shown.length}
              size={large ? {} : { width: 160, height }}
              onOpened={tell}
            />
          </li>
        ))}
      </ul>
      {shown.length > most && <p>{t('pictures.more', { count: shown.length - most })}</p>}
    </Image.PreviewGroup>
  )
}

interface PictureProps {
  address: Exclude<PictureAddress, { state: 'none' }>
  number: number
  total: number
  size: { width?: number; height?: number }
  /** In a tab of its own. */
  onOpened: () => void
}

function Picture({ address, number, total, size, onOpened }: PictureProps) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState(false)
  if (address.state === 'foreign')
    return (
      <span className="sr-picture-text">
        <Text>{t('pictures.foreign', { host: address.host })}</Text>
      </span>
    )
  if (broken)
    return (
      <span className="sr-picture-text">
        {t('pictures.broken')}{' '}
        <a href={address.address} target="_blank" rel="noreferrer noopener" onClick={onOpened}>
          {t('pictures.open')}
        </a>
      </span>
    )
  return (
    <Image
      src={address.address}
      alt={t('pictures.numbered', { number, total })}
      {...size}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  )
}
