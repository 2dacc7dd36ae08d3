import { historyCalls } from '@screening-room/contract/history'
import { App } from 'antd'
import {
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { onFailure } from '../api/client.ts'
import { config } from '../api/config.ts'
import { keepLoading } from '../api/parts.ts'
import { useCall } from '../api/queries.ts'
import { refreshUser } from '../api/refresh-user.ts'
import { forgetInterruption, type Interruption, interruption, useSession } from '../api/session.ts'
import { usePath } from '../shared/address.ts'
import { useFirstViewPainted } from '../shared/first-view.ts'
import { lazyPart } from '../shared/lazyPart.tsx'
import { MissingDialog } from '../shared/MissingDialog.tsx'
import { forgetWish, useWish } from '../shared/second-person.ts'
import { useSentence } from '../shared/useSentence.ts'
import { useTranslation, withLateTexts } from '../texts/i18n.ts'
import { screenAt } from './routes.ts'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { useMenu } from './useMenu.ts'
import { useShellKeys } from './useShellKeys.ts'
import { WayBack } from './WayBack.tsx'

const pollEveryMs = 30_000

const Palette = lazyPart(
  withLateTexts(() => import('./Palette.tsx')),
  MissingDialog,
)
const KeyboardHelp = lazyPart(
  withLateTexts(() => import('./KeyboardHelp.tsx')),
  MissingDialog,
)

const AskSecondPerson = lazyPart(
  withLateTexts(() => import('./AskSecondPerson.tsx')),
  MissingDialog,
)

function useOnline() {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener)
      addEventListener('offline', listener)
      return () => {
        removeEventListener('online', listener)
        removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )
}

/** The page this user had open when the last session ended. It is offered, not opened. */
function useWayBack(): Interruption | undefined {
  const { userInfo } = useSession()
  const { notification } = App.useApp()
  const { t } = useTranslation()
  const [left] = useState(() => {
    const kept = interruption()
    return kept && (kept.userId === null || kept.userId === userInfo?.id) ? kept : undefined
  })
  // An effect event, so that a change of language does not show it again.
  const offer = useEffectEvent(({ place }: Interruption) =>
    notification.info({
      key: 'way-back',
      title: t('shell.continue'),
      description: <WayBack place={place} />,
    }),
  )
  useEffect(() => {
    forgetInterruption()
    if (left) offer(left)
  }, [left])
  return left
}

/** Live changes by others. Loaded after the first list, so as not to delay it. */
function useNews(wanted: boolean) {
  useEffect(() => {
    let leave: (() => void) | undefined
    let left = false
    if (wanted && config().ours)
      // Until it has loaded, everything is still polled.
      void keepLoading(
        () => import('../api/news.ts'),
        () => !left,
      ).then((news) => {
        if (news && !left) leave = news.followNews()
      })
    return () => {
      left = true
      leave?.()
    }
  }, [wanted])
}

/** Menu, top bar and the screen. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const sentence = useSentence()
  const forbidden = sentence('insufficientPermission')
  const screen = screenAt(usePath())
  const online = useOnline()
  const main = useRef<HTMLElement>(null)
  const wayBack = useWayBack()
  const menu = useMenu(screen?.hideMenu === true)
  const painted = useFirstViewPainted()
  const pending = useCall(
    historyCalls.pending,
    {},
    { enabled: painted && config().ours, every: pollEveryMs, fresh: pollEveryMs },
  ).data?.data

  const [overlay, setOverlay] = useState<'palette' | 'help'>()
  useShellKeys({
    lists: screen?.hideMenu !== true,
    openPalette: () => setOverlay('palette'),
    openHelp: () => setOverlay('help'),
  })
  const closeOverlay = () => setOverlay(undefined)
  const wish = useWish()

  useNews(painted)
  useEffect(() => {
    const stop = onFailure(({ kind }) => {
      if (kind !== 'forbidden') return
      message.error(forbidden)
      // Their role may have changed while they worked.
      void refreshUser().catch(() => {})
    })
    return () => void stop()
  }, [message, forbidden])

  const title = t(screen?.title ?? 'brand')
  const waiting = pending && screen?.pending?.(pending)
  useEffect(() => {
    document.title = `${waiting ? `(${waiting}) ` : ''}${title} – ${t('brand')}`
  }, [waiting, title, t])

  return (
    <div className="sr-shell">
      <button type="button" className="sr-skip" onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      <Sidebar pending={pending} menu={menu} />
      {menu.over && menu.open && (
        <button
          type="button"
          className="sr-backdrop"
          tabIndex={-1}
          aria-label={t('shell.collapse')}
          onClick={menu.close}
        />
      )}
      <div className="sr-column">
        <TopBar
          screen={screen}
          wayBack={wayBack}
          folded={screen?.hideMenu === true && !menu.open}
          onMenu={menu.toggle}
          onHelp={() => setOverlay('help')}
        />
        <p className="sr-offline" role="status" hidden={online}>
          {online ? '' : t('shell.offline')}
        </p>
        <main ref={main} className="sr-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Suspense fallback={null}>
        {overlay === 'palette' && (
          <Palette onHelp={() => setOverlay('help')} onClose={closeOverlay} />
        )}
        {overlay === 'help' && <KeyboardHelp onClose={closeOverlay} />}
        {wish && <AskSecondPerson wish={wish} onClose={forgetWish} />}
      </Suspense>
    </div>
  )
}
