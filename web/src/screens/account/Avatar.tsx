import { accountCalls } from '@screening-room/contract/account'
import { Button } from 'antd'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { config } from '../../api/config.ts'
import { setSession, useSession } from '../../api/session.ts'
import { UserPicture } from '../../shared/UserPicture.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { base64Of, type Crop, cut, draw, uncropped } from './crop.ts'

/** One's own picture: chosen, cropped and written anew here, so that nothing else in the file leaves the browser. */
export function Avatar() {
  const { t } = useTranslation()
  const { userInfo } = useSession()
  const [source, setSource] = useState<ImageBitmap>()
  const [wrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => () => source?.close(), [source])
  const setAvatar = (avatar: string | null) => userInfo && setSession({ ...userInfo, avatar })
  const remove = useAction(accountCalls.removeAvatar, {
    done: 'people.account.pictureRemoved',
    failed: { plain: 'people.account.pictureFailed' },
    reload: [],
    onAnswer: () => setAvatar(null),
  })
  // Pictures on another host are not ours to change.
  if (config().avatarHost !== '/pictures/') return null

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    try {
      setSource(await createImageBitmap(file))
      setWrong(false)
    } catch {
      setWrong(true)
    }
  }
  return (
    <div className="sr-account-picture">
      <UserPicture name={userInfo?.avatar} size={64} />
      <input
        ref={field}
        type="file"
        hidden
        accept="image/*"
        aria-label={t('people.account.choosePicture')}
        onChange={(event) => void choose(event)}
      />
      <Button onClick={() => field.current?.click()}>{t('people.account.choosePicture')}</Button>
      {userInfo?.avatar && (
        <Button loading={remove.running} onClick={() => void remove.run({})}>
          {t('people.account.removePicture')}
        </Button>
      )}
      {wrong && (
        <p className="sr-error" role="alert">
          {t('people.account.noPicture')}
        </p>
      )}
      {source && (
        <Cropping
          source={source}
          onSaved={(avatar) => {
            setAvatar(avatar)
            setSource(undefined)
          }}
          onClose={() => setSource(undefined)}
        />
      )}
    </div>
  )
}

interface CroppingProps {
  source: ImageBitmap
  onSaved: (avatar: string | null) => void
  onClose: () => void
}

/** By sliders, which work with keys, fingers and mouse alike. */
function Cropping({ source, onSaved, onClose }: CroppingProps) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [crop, setCrop] = useState<Crop>(uncropped)
  const save = useAction(accountCalls.setAvatar, {
    done: 'people.account.pictureSaved',
    failed: { plain: 'people.account.pictureFailed' },
    reload: [],
    onAnswer: ({ data }) => onSaved(data.avatar),
  })
  useEffect(() => {
    if (canvas.current) draw(canvas.current, source, crop)
  }, [source, crop])
  const submit = async () => {
    if (!canvas.current) return
    await save.run({ picture: await base64Of(await cut(canvas.current)) })
  }
  return (
    <section className="sr-account-crop" aria-label={t('people.account.cropPicture')}>
      <canvas ref={canvas} width={256} height={256} aria-hidden />
      <div>
        <Slider
          label={t('people.account.zoom')}
          value={crop.zoom}
          onChange={(zoom) => setCrop({ ...crop, zoom })}
        />
        <Slider
          label={t('people.account.moveX')}
          value={crop.x}
          onChange={(x) => setCrop({ ...crop, x })}
        />
        <Slider
          label={t('people.account.moveY')}
          value={crop.y}
          onChange={(y) => setCrop({ ...crop, y })}
        />
        <div className="sr-account-crop-buttons">
          <Button type="primary" loading={save.running} onClick={() => void submit()}>
            {t('people.save')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
        </div>
      </div>
    </section>
  )
}

interface SliderProps {
  label: string
  value: number
  onChange: (value: number) => void
}

function Slider({ label, value, onChange }: SliderProps) {
  const id = useId()
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </p>
  )
}
