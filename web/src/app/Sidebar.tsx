import {
  ApiOutlined,
  AuditOutlined,
  BarChartOutlined,
  CommentOutlined,
  DownOutlined,
  FileProtectOutlined,
  FlagOutlined,
  FolderOpenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  PlaySquareOutlined,
  SafetyCertificateOutlined,
  TagsOutlined,
  TeamOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons'
import type { OutputOf } from '@screening-room/contract/call'
import { confirmationAlerts } from '@screening-room/contract/confirmation-alerts'
import { endpointAlerts } from '@screening-room/contract/endpoint-alerts'
import type { historyCalls } from '@screening-room/contract/history'
import { recordAlerts } from '@screening-room/contract/record-alerts'
import { useEffect, useId, useRef, useState } from 'react'
import { preload } from '../api/parts.ts'
import { useCall } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { usePath } from '../shared/address.ts'
import { useFirstViewPainted } from '../shared/first-view.ts'
import { useTranslation } from '../texts/i18n.ts'
import { Coach } from './Coach.tsx'
import { type Group, groupTitles, type ScreenRoute, screenAt, screensFor } from './routes.ts'
import type { Menu } from './useMenu.ts'

type Pending = OutputOf<typeof historyCalls.pending>['data'] | undefined

const icons: Record<string, typeof TagsOutlined> = {
  'project-review': FolderOpenOutlined,
  'auth-review': SafetyCertificateOutlined,
  'video-review': PlaySquareOutlined,
  'report-review': FlagOutlined,
  'category-config': TagsOutlined,
  overview: BarChartOutlined,
  reasons: CommentOutlined,
  team: TeamOutlined,
  platform: ApiOutlined,
  record: FileProtectOutlined,
  confirmations: UserSwitchOutlined,
}

interface SidebarProps {
  pending: Pending
  menu: Menu
}

export function Sidebar({ pending, menu }: SidebarProps) {
  const { t } = useTranslation()
  const { open, over, drawer } = menu
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (drawer && open) button.current?.focus()
  }, [drawer, open])
  const label = t(open ? 'shell.collapse' : 'shell.expand')
  const classes = ['sr-side', !open && 'sr-side-collapsed', over && 'sr-side-over']
  return (
    <nav
      className={classes.filter(Boolean).join(' ')}
      aria-label={t('shell.mainMenu')}
      hidden={drawer && !open}
      onKeyDown={({ key }) => over && key === 'Escape' && menu.close()}
    >
      <div className="sr-side-head">
        {open && <h2>{t('shell.mainMenu')}</h2>}
        <button
          type="button"
          ref={button}
          aria-expanded={open}
          aria-label={label}
          title={label}
          onClick={menu.toggle}
        >
          {open ? <MenuFoldOutlined aria-hidden /> : <MenuUnfoldOutlined aria-hidden />}
        </button>
      </div>
      {(Object.keys(groupTitles) as Group[]).map((group) => (
        <MenuGroup
          key={group}
          group={group}
          collapsed={!open}
          pending={pending}
          onGo={menu.close}
        />
      ))}
      {open && !over && <Coach />}
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
  const entries = screensFor(userInfo).filter((screen) => screen.group === group)
  const warnings = useWarnings(entries)
  const current = screenAt(usePath())?.path
  const shown = entries.filter(
    ({ quiet, announces, path }) =>
      !quiet || path === current || (announces && warnings[announces].shown),
  )
  if (shown.length === 0) return null
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
        {shown.map((screen) => (
          <MenuEntry
            key={screen.path}
            screen={screen}
            collapsed={collapsed}
            count={pending && screen.pending?.(pending)}
            warning={screen.announces && warnings[screen.announces]}
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
  warning: Warning | undefined
  onGo: () => void
}

const alertsEveryMs = 60_000

interface Warning {
  count: number | undefined
  /** Of a quiet entry. */
  shown?: boolean
  text: string
}

/** Only where the entry is: nobody else may ask. */
function useWarnings(
  entries: readonly ScreenRoute[],
): Record<NonNullable<ScreenRoute['announces']>, Warning> {
  const { t } = useTranslation()
  const painted = useFirstViewPainted()
  const asks = (what: ScreenRoute['announces']) => ({
    enabled: painted && entries.some(({ announces }) => announces === what),
    every: alertsEveryMs,
    fresh: alertsEveryMs,
  })
  const dead = useCall(endpointAlerts, {}, asks('deadEndpoints')).data?.data.dead
  const broken = useCall(recordAlerts, {}, asks('brokenRecord')).data?.data.broken
  const second = useCall(confirmationAlerts, {}, asks('secondPerson')).data?.data
  return {
    secondPerson: {
      count: second?.forMe,
      shown: !!second && second.forMe + second.mine > 0,
      text: t('shell.secondPerson', { count: second?.forMe ?? 0 }),
    },
    deadEndpoints: { count: dead, text: t('shell.deadEndpoints', { count: dead ?? 0 }) },
    brokenRecord: { count: broken, text: t('shell.recordBroken') },
  }
}

function MenuEntry({ screen, collapsed, count, warning, onGo }: MenuEntryProps) {
  const { t } = useTranslation()
  const Icon = icons[screen.path] ?? AuditOutlined
  const title = t(screen.title)
  const current = screenAt(usePath())?.path
  return (
    <li>
      <a
        href={`#/dashboard/${screen.path}`}
        aria-current={screen.path === current ? 'page' : undefined}
        title={collapsed ? title : undefined}
        onMouseEnter={() => preload(screen.load)}
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
        {warning?.count ? (
          <span className="sr-count sr-count-bad" title={warning.text}>
            <span aria-hidden="true">{warning.count}</span>
            <span className="sr-hidden">{warning.text}</span>
          </span>
        ) : null}
      </a>
    </li>
  )
}
