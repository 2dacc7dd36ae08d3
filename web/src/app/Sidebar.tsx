import {
  AuditOutlined,
  CommentOutlined,
  DownOutlined,
  FlagOutlined,
  FolderOpenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  PlaySquareOutlined,
  SafetyCertificateOutlined,
  TagsOutlined,
} from '@ant-design/icons'
import type { OutputOf } from '@screening-room/contract/call'
import type { historyCalls } from '@screening-room/contract/history'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { config } from '../api/config.ts'
import { preferences } from '../api/preferences.ts'
import { useSession } from '../api/session.ts'
import { type Group, groupTitles, type ScreenRoute, screens } from './routes.ts'

type Pending = OutputOf<typeof historyCalls.pending>['data'] | undefined

const icons: Record<string, typeof TagsOutlined> = {
  'project-review': FolderOpenOutlined,
  'auth-review': SafetyCertificateOutlined,
  'video-review': PlaySquareOutlined,
  'report-review': FlagOutlined,
  'category-config': TagsOutlined,
  reasons: CommentOutlined,
}

const narrow = () => matchMedia('(max-width: 760px)').matches

interface SidebarProps {
  pending: Pending
  /** Collapsed on this screen, whatever the user chose for the others. */
  hideMenu: boolean
}

export function Sidebar({ pending, hideMenu }: SidebarProps) {
  const { t } = useTranslation()
  const [userCollapsed, setUserCollapsed] = useState(() => preferences.collapsed() || narrow())
  const [openedHere, setOpenedHere] = useState(false)
  const collapsed = hideMenu ? !openedHere : userCollapsed
  const toggle = () => {
    if (hideMenu) return setOpenedHere(collapsed)
    preferences.setCollapsed(!collapsed)
    setUserCollapsed(!collapsed)
  }
  const label = t(collapsed ? 'shell.expand' : 'shell.collapse')
  return (
    <nav
      className={collapsed ? 'sr-side sr-side-collapsed' : 'sr-side'}
      aria-label={t('shell.mainMenu')}
    >
      <div className="sr-side-head">
        {!collapsed && <h2>{t('shell.mainMenu')}</h2>}
        <button
          type="button"
          aria-expanded={!collapsed}
          aria-label={label}
          title={label}
          onClick={toggle}
        >
          {collapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
        </button>
      </div>
      {(Object.keys(groupTitles) as Group[]).map((group) => (
        <MenuGroup
          key={group}
          group={group}
          collapsed={collapsed}
          pending={pending}
          onGo={() => {
            setOpenedHere(false)
            if (narrow()) setUserCollapsed(true)
          }}
        />
      ))}
    </nav>
  )
}

interface MenuGroupProps {
  group: Group
  collapsed: boolean
  pending: Pending
  onGo: () => void
}

function MenuGroup({ group, collapsed, pending, onGo }: MenuGroupProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const id = useId()
  const { userInfo } = useSession()
  const entries = screens.filter(
    ({ group: own, hideMenu, roles, ours }) =>
      own === group &&
      !hideMenu &&
      (!ours || config().ours) &&
      (!roles || (userInfo?.role && roles.includes(userInfo.role))),
  )
  if (entries.length === 0) return null
  return (
    <section className="sr-group">
      {!collapsed && (
        <button
          type="button"
          className="sr-group-title"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {t(groupTitles[group])}
          <DownOutlined aria-hidden className={open ? '' : 'sr-turned'} />
        </button>
      )}
      <ul id={id} hidden={!open && !collapsed}>
        {entries.map((screen) => (
          <MenuEntry
            key={screen.path}
            screen={screen}
            collapsed={collapsed}
            count={pending && screen.pending?.(pending)}
            onGo={onGo}
          />
        ))}
      </ul>
    </section>
  )
}

interface MenuEntryProps {
  screen: ScreenRoute
  collapsed: boolean
  count: number | undefined
  onGo: () => void
}

function MenuEntry({ screen, collapsed, count, onGo }: MenuEntryProps) {
  const { t } = useTranslation()
  const Icon = icons[screen.path] ?? AuditOutlined
  const title = t(screen.title)
  return (
    <li>
      <NavLink
        to={`/dashboard/${screen.path}`}
        title={collapsed ? title : undefined}
        onMouseEnter={() => void screen.load().catch(() => undefined)}
        onClick={onGo}
      >
        <Icon aria-hidden />
        <span className={collapsed ? 'sr-hidden' : 'sr-entry'}>{title}</span>
        {count ? (
          <span className="sr-count">
            <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
            <span className="sr-hidden">{t('shell.pendingCount', { count })}</span>
          </span>
        ) : null}
      </NavLink>
    </li>
  )
}
