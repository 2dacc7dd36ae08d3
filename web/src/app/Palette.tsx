import { categoryCalls } from '@screening-room/contract/categories'
import { type Language, languages } from '@screening-room/contract/languages'
import { seeing } from '@screening-room/contract/queue-permissions'
import { type ListName, listNames, lists } from '@screening-room/contract/queues'
import { type KeyboardEvent, useId, useState } from 'react'
import { config } from '../api/config.ts'
import { may, mayReview } from '../api/permissions.ts'
import { themeChoices } from '../api/preferences.ts'
import { useCall } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { signOut } from '../api/sign-in.ts'
import { languageNames } from '../shared/AppearanceSwitch.tsx'
import { navigate } from '../shared/address.ts'
import { chooseLanguage, chooseTheme, useAppearance } from '../shared/appearance.ts'
import { listPath, memberScreen } from '../shared/list-address.ts'
import { pinyinInitials } from '../shared/pinyin.ts'
import { useTranslation } from '../texts/i18n.ts'
import { isComposing } from '../ui/is-composing.ts'
import { Overlay } from './Overlay.tsx'
import { accountScreen, screenAt, screensFor } from './routes.ts'

interface Entry {
  key: string
  text: string
  /** Pinyin and its initials, and the words of the other language. */
  words: string
  run: () => unknown
}

/** How the Chinese name of a screen is typed without an input method. */
const pinyin: Record<string, string> = {
  'project-review': 'xmsh xiangmu shenhe project',
  'auth-review': 'rzsh renzheng shenhe auth certification',
  'video-review': 'spsh shipin shenhe video',
  'report-review': 'jbsh jubao shenhe report',
  'category-config': 'flpz fenlei peizhi category tag',
  reasons: 'bhly bohui liyou reasons',
  overview: 'gl gailan overview figures',
  team: 'td tuandui team people roles invite',
  record: 'czjl caozuo jilu record audit log',
  platform: 'ptjr pingtai jieru platform keys endpoints webhooks',
  [accountScreen]: 'wdzh wode zhanghao account password sessions passkeys',
}

const mayFocus = (list: ListName) => config().ours && mayReview(lists[list].queue)

interface PaletteProps {
  onHelp: () => void
  onClose: () => void
}

function useEntries(typed: string, { onHelp }: PaletteProps): Entry[] {
  const { t } = useTranslation()
  const { userInfo } = useSession()
  const { language } = useAppearance()
  const categories = useCall(categoryCalls.list, {}, { fresh: 10 * 60_000 }).data?.data ?? []
  const id = /^#?(\d{1,15})$/.exec(typed.trim())?.[1]
  if (id) {
    const items = listNames
      .filter((list) => may(seeing(lists[list].queue)))
      .map((list) => ({
        key: list,
        text: t('palette.item', { queue: t(`focus.queues.${list}`), id }),
        words: '',
        run: () => navigate(listPath(list, new URLSearchParams({ view: id }))),
      }))
    const member = {
      key: memberScreen,
      text: t('palette.item', { queue: t('screens.member'), id }),
      words: '',
      run: () => navigate(`/dashboard/${memberScreen}/${id}`),
    }
    return config().ours ? [...items, member] : items
  }

  const account = screenAt(`/dashboard/${accountScreen}`)
  const screens = [...screensFor(userInfo), ...(account ? [account] : [])]
  const all: Entry[] = [
    ...screens.map(({ path, title }) => ({
      key: path,
      text: t(title),
      words: `${pinyin[path] ?? ''} ${pinyinInitials(t(title))}`,
      run: () => navigate(`/dashboard/${path}`),
    })),
    ...listNames.filter(mayFocus).map((list) => ({
      key: `focus/${list}`,
      text: `${t('screens.focus')} · ${t(`focus.queues.${list}`)}`,
      words: `zzsh zhuanzhu focus ${list}`,
      run: () => navigate(`/dashboard/focus/${lists[list].address}`),
    })),
    ...categories.map(({ id: category, name, nameEn }) => ({
      key: `category/${category}`,
      text: t('palette.category', { name: (language === 'en' && nameEn) || name }),
      words: `${name} ${nameEn ?? ''} ${pinyinInitials(name)}`,
      run: () => navigate(`/dashboard/category-config?view=${category}`),
    })),
    ...themeChoices.map((theme) => ({
      key: theme,
      text: t('palette.theme', { theme: t(`themes.${theme}`) }),
      words: `zt zhuti theme ${theme}`,
      run: () => chooseTheme(theme),
    })),
    ...languages.map((one: Language) => ({
      key: one,
      text: t('palette.language', { language: languageNames[one] }),
      words: `yy yuyan language ${one}`,
      run: () => void chooseLanguage(one),
    })),
    {
      key: 'keyboard',
      text: t('shell.keyboard'),
      words: 'jp kjj kuaijiejian keyboard shortcuts',
      run: onHelp,
    },
    {
      key: 'sign-out',
      text: t('shell.signOut'),
      words: 'tc tuichu sign out log out',
      run: () => void signOut(),
    },
  ]
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter(({ text, words }) => {
    const whole = `${text} ${words}`.toLowerCase()
    return wanted.every((word) => whole.includes(word))
  })
}

/** Ctrl/⌘ K: any screen, any item by its ID, any category, and what the account menu offers. */
export default function Palette(props: PaletteProps) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const entries = useEntries(typed, props)
  const current = Math.min(at, entries.length - 1)

  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    props.onClose()
    entry.run()
  }
  const onKey = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.key === 'Enter') choose(entries[current])
    else if (step && entries.length > 0) setAt((current + step + entries.length) % entries.length)
    else return
    event.preventDefault()
  }

  return (
    <Overlay label={t('palette.title')} onClose={props.onClose}>
      <input
        className="sr-palette-field"
        role="combobox"
        aria-label={t('palette.title')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={entries[current] ? `${id}-${current}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('palette.placeholder')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <div id={id} role="listbox" aria-label={t('palette.title')} className="sr-palette-list">
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={entry.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => choose(entry)}
            onMouseMove={() => setAt(index)}
          >
            {entry.text}
          </div>
        ))}
      </div>
      {entries.length === 0 && (
        <p className="sr-palette-none" role="status">
          {t('palette.nothing')}
        </p>
      )}
    </Overlay>
  )
}
