import { ControlOutlined, LogoutOutlined, MenuOutlined, UserOutlined } from '@ant-design/icons'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { config } from '../api/config.ts'
import { type Interruption, useSession } from '../api/session.ts'
import { signOut } from '../api/sign-in.ts'
import { AppearanceSwitch } from '../shared/AppearanceSwitch.tsx'
import { toolsSlotId } from '../shared/tools-slot.ts'
import { UserPicture } from '../shared/UserPicture.tsx'
import { useRoleLabel } from '../shared/useRoleLabel.ts'
import { useTranslation } from '../texts/i18n.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { accountScreen, groupTitles, type ScreenRoute } from './routes.ts'
import { WayBack } from './WayBack.tsx'
import './top-bar.css'

interface TopBarProps {
  screen: ScreenRoute | undefined
  wayBack: Interruption | undefined
  /** Out of sight until it has the focus, or the menu opens. */
  folded: boolean
  /** On a phone the menu is a drawer, and this opens it. */
  onMenu: () => void
  onHelp: () => void
}

/** One line: brand, title and breadcrumb, the screen's own tools, and the account. */
export function TopBar({ screen, wayBack, folded, onMenu, onHelp }: TopBarProps) {
  const { t } = useTranslation()
  return (
    <header className={folded ? 'sr-top sr-top-folded' : 'sr-top'}>
      <button
        type="button"
        className="sr-menu-button"
        aria-label={t('shell.mainMenu')}
        onClick={onMenu}
      >
        <MenuOutlined aria-hidden />
      </button>
      <div className="sr-brand">
        <BrandMark size={24} />
        <span>{t('brand')}</span>
      </div>
      <div className="sr-title">
        <h1>{screen && t(screen.title)}</h1>
        {screen && (
          <nav aria-label={t('shell.breadcrumb')}>
            <ol>
              <li>{t(groupTitles[screen.group])}</li>
              <li aria-current="page">{t(screen.title)}</li>
            </ol>
          </nav>
        )}
      </div>
      <div id={toolsSlotId} className="sr-page-tools" />
      <div className="sr-tools">
        {!config().ours && (
          <span>{t('shell.provider', { host: config().host || location.host })}</span>
        )}
        <UserMenu wayBack={wayBack} onHelp={onHelp} />
      </div>
    </header>
  )
}

/** A button that discloses a few entries; antd's menu would be larger than the whole bar. */
function UserMenu({ wayBack, onHelp }: Pick<TopBarProps, 'wayBack' | 'onHelp'>) {
  const { t } = useTranslation()
  const { userInfo } = useSession()
  const roleLabel = useRoleLabel()
  const role = userInfo?.role && roleLabel(userInfo.role, userInfo.roleName)
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!open) return
    const closeOutside = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [open])
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    setOpen(false)
    button.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes from wherever the focus is inside
    <div className="sr-user" ref={frame} onKeyDown={closeOnEscape}>
      <button
        type="button"
        ref={button}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <UserPicture name={userInfo?.avatar} />
        <bdi>{userInfo?.nickName || t('shell.notLoggedIn')}</bdi>
      </button>
      <ul id={id} hidden={!open} aria-label={t('shell.userMenu')}>
        {role && <li className="sr-muted">{role}</li>}
        {wayBack && (
          <li>
            <WayBack place={wayBack.place} />
          </li>
        )}
        <li className="sr-user-choices">
          <AppearanceSwitch named />
        </li>
        {config().ours && (
          <li>
            <a href={`#/dashboard/${accountScreen}`} onClick={() => setOpen(false)}>
              <UserOutlined aria-hidden /> {t('screens.account')}
            </a>
          </li>
        )}
        <li>
          <button
            type="button"
            onClick={() => {
              setOpen(false)
              onHelp()
            }}
          >
            <ControlOutlined aria-hidden /> {t('shell.keyboard')}
          </button>
        </li>
        <li>
          <button type="button" onClick={() => void signOut()}>
            <LogoutOutlined aria-hidden /> {t('shell.signOut')}
          </button>
        </li>
      </ul>
    </div>
  )
}
