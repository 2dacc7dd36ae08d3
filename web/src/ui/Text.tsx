import type { ReactNode } from 'react'
import './ui.css'

/*
 * Control and format characters can make a text look like another one. Line breaks, tabs and
 * the joiners of emoji and scripts are harmless.
 */
const invisible = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}]/gu

interface TextProps {
  children?: unknown
  fallback?: ReactNode
  /** The search term, highlighted in the text. */
  found?: string
}

/** User text: isolated in its direction, and with invisible characters made visible. */
export function Text({ children, fallback = '–', found = '' }: TextProps) {
  const text = children === null || children === undefined ? '' : String(children)
  if (text.trim() === '') return <span className="sr-muted">{fallback}</span>
  return <bdi>{found ? withFound(text, found) : withMarks(text)}</bdi>
}

function withFound(text: string, words: string): ReactNode {
  const plain = words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const parts: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(new RegExp(plain, 'giu'))) {
    parts.push(
      withMarks(text.slice(from, match.index)),
      <mark key={match.index}>{withMarks(match[0])}</mark>,
    )
    from = match.index + match[0].length
  }
  return [...parts, withMarks(text.slice(from))]
}

function withMarks(text: string): ReactNode {
  const found = [...text.matchAll(invisible)]
  if (!found.length) return text
  const parts: ReactNode[] = []
  let from = 0
  for (const match of found) {
    const name = `U+${(match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    parts.push(
      text.slice(from, match.index),
      <span key={match.index} className="sr-invisible">
        {name}
      </span>,
    )
    from = match.index + match[0].length
  }
  return [...parts, text.slice(from)]
}
