import './ui.css'

export type Tone = 'waiting' | 'good' | 'bad' | 'gone' | 'unknown'

const circle = 'M8 1.6a6.4 6.4 0 1 0 0 12.8A6.4 6.4 0 1 0 8 1.6Z'

/** One path each: a list draws its icons anew with every sort, and a change of status changes one attribute. */
const icons = {
  waiting: `${circle}M8 4.4V8.2l2.6 1.6`,
  good: `${circle}M4.9 8.3l2.2 2.2 4-4.6`,
  bad: `${circle}M5.6 5.6l4.8 4.8m0-4.8l-4.8 4.8`,
  gone: `${circle}M3.5 3.5l9 9`,
  unknown: `${circle}M6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.5.3-.8.7-.8 1.4M8 11.2v.5`,
} satisfies Record<Tone, string>

/** A status by colour, icon and word: never by colour alone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`sr-badge sr-badge-${tone}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={icons[tone]} />
      </svg>
      {children}
    </span>
  )
}
