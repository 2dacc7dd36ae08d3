import { Button } from 'antd'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from '../../../texts/i18n.ts'
import type { decisionsOf } from '../item/item.ts'
import { Key } from '../keys/Key.tsx'
import type { Command } from '../keys/keymap.ts'
import type { Keys } from '../keys/useKeymap.ts'
import type { Strip } from './reason-strips.ts'

export type BarCommand = 'approve' | 'reject' | 'dismiss' | 'takeDown' | 'skip'

interface DecisionBarProps {
  keys: Keys
  decisions: ReturnType<typeof decisionsOf>
  /** Those of them that the person's role has. */
  permitted: readonly string[]
  strip: Strip
  /** Somebody else has decided or holds it: the note above says what to do. */
  lost: boolean
  onCommand: (command: BarCommand) => void
  children: ReactNode
}

/** A key held down on a button would click it repeatedly. */
const onceOnly = (event: KeyboardEvent) => event.repeat && event.preventDefault()

/** The decision buttons, each with its key. */
export function DecisionBar(props: DecisionBarProps) {
  const { keys, decisions, permitted, strip, lost, onCommand, children } = props
  const { t } = useTranslation()
  const button = (command: BarCommand, look: 'primary' | 'danger' | 'plain', open?: boolean) => (
    <Button
      size="large"
      {...(look === 'plain' ? {} : { type: 'primary' as const })}
      danger={look === 'danger'}
      aria-keyshortcuts={keys.label(command) || undefined}
      {...(open === undefined ? {} : { 'aria-expanded': open })}
      onClick={() => onCommand(command)}
    >
      {t(`focus.${command}`)} <Key>{keys.label(command satisfies Command)}</Key>
    </Button>
  )
  const isOpen = strip === decisions[1] || strip === 'own'
  return (
    <section className="sr-focus-decide" aria-label={t('focus.decision')}>
      {children}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to the buttons inside */}
      <div className="sr-focus-buttons" hidden={lost} onKeyDown={onceOnly}>
        {permitted.includes(decisions[0]) && button(decisions[0], 'primary')}
        {permitted.includes(decisions[1]) && button(decisions[1], 'danger', isOpen)}
        {button('skip', 'plain')}
      </div>
    </section>
  )
}
