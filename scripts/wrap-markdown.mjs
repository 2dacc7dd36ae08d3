// Wraps the paragraphs and list items of Markdown at 120 characters; tables, code and headings stay as they are.

export const docsWidth = 120

/** Words, with code spans kept whole. */
function wordsOf(text) {
  return text.trim().match(/(?:`[^`]*`|[^\s`])+/g) ?? []
}

/** At the start of a line these would begin another block. */
const startsBlock = /^(?:[-*+>|]|#+|\d+\.)$/

function wrapBlock(lines) {
  const [, indent, marker] = /^(\s*)((?:[-*+]|\d+\.)\s+)?/.exec(lines[0])
  const later = indent + ' '.repeat(marker?.length ?? 0)
  const words = wordsOf(
    lines
      .join(' ')
      .trim()
      .slice((marker ?? '').length),
  )
  const wrapped = []
  let line = indent + (marker ?? '') + words[0]
  for (const word of words.slice(1)) {
    const fits = line.length + 1 + word.length <= docsWidth
    if (fits || startsBlock.test(word)) line += ` ${word}`
    else {
      wrapped.push(line)
      line = later + word
    }
  }
  return [...wrapped, line]
}

/** Lines that are not wrapped: tables, headings, comments and blank lines, and code with its fences. */
export function classifyLines(lines) {
  let inCode = false
  return lines.map((line) => {
    const isFence = /^\s*```/.test(line)
    if (isFence) inCode = !inCode
    return isFence || inCode || /^\s*(?:$|\||#|<|!\[)/.test(line) ? 'fixed' : 'text'
  })
}

export function wrapMarkdown(text) {
  const lines = text.split('\n')
  const kinds = classifyLines(lines)
  const blocks = []
  lines.forEach((line, index) => {
    const isItem = /^\s*(?:[-*+]|\d+\.)\s/.test(line)
    const goesOn = kinds[index] === 'text' && kinds[index - 1] === 'text' && !isItem
    if (goesOn) blocks.at(-1).lines.push(line)
    else blocks.push({ kind: kinds[index], lines: [line] })
  })
  return blocks
    .flatMap(({ kind, lines }) =>
      kind === 'text' && lines.some((line) => line.length > docsWidth) ? wrapBlock(lines) : lines,
    )
    .join('\n')
}
