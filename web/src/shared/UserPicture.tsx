import { UserOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useFirstViewPainted } from './first-view.ts'
import { avatarAddress } from './format.ts'

/** Their picture, or a head where there is none. */
export function UserPicture({
  name,
  size = 26,
}: {
  name: string | null | undefined
  size?: number
}) {
  const [broken, setBroken] = useState<string>()
  const picture = avatarAddress(name)
  const painted = useFirstViewPainted()
  if (picture.state !== 'shown' || broken === picture.address)
    return (
      <span className="sr-avatar">
        <UserOutlined aria-hidden />
      </span>
    )
  const style = { width: size, height: size }
  if (!painted) return <span className="sr-avatar" style={style} />
  return (
    <img
      className="sr-avatar"
      src={picture.address}
      alt=""
      width={size}
      height={size}
      style={style}
      referrerPolicy="no-referrer"
      onError={() => setBroken(picture.address)}
    />
  )
}
