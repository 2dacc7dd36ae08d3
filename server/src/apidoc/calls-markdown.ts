import { type PrintedCall, type PrintedNote, printedNotes, printedNouns } from './printed-calls.ts'

const escaped = (text: string) => text.replace(/[\\`*_[\]<>|]/g, '\\$&')
const code = (text: string) => (text ? `\`${text}\`` : '')
/** A sentence of ours, whose backticks mean what they mean here too. */
const sentence = (text: string) =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? escaped(part) : code(part)))
    .join('')

/** Wrapped at 120 characters, as all docs are; later lines are indented. */
function wrapped(text: string, indent = ''): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= 120)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(line === undefined ? word : indent + word)
  }
  return lines.join('\n')
}

// Aligned, as the formatter would leave it.
function table(head: string[], rows: string[][]): string[] {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: string[], fill = ' ') =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, fill)).join(' | ')} |`
  return [line(head), line([], '-'), ...rows.map((row) => line(row))]
}

function printNote({ title, text, table: shown }: PrintedNote): string[] {
  const paragraphs = text.flatMap((paragraph) => ['', wrapped(sentence(paragraph))])
  const rows = shown?.rows.map((row) => row.map(escaped))
  return [
    '',
    `## ${title}`,
    ...paragraphs,
    ...(rows ? ['', ...table(shown?.head ?? [], rows)] : []),
  ]
}

function printCall(call: PrintedCall): string[] {
  const fields = call.fields.map((field) => [
    code(field.name),
    field.type,
    escaped(field.presence),
    escaped(field.limits),
  ])
  const answers = call.answer.map((field) => [
    code(field.name),
    field.type,
    escaped([field.presence, field.limits].filter(Boolean).join('; ')),
  ])
  const refusals = call.refusals.map(([number = '', name = '', says = '']) => [
    number,
    code(name),
    escaped(says),
  ])
  return [
    '',
    `### ${call.name}`,
    '',
    code(`${call.method} ${call.path}`),
    '',
    wrapped(`${escaped(call.summary)}.`),
    '',
    wrapped(`_${escaped(call.facts.join(' · '))}_`),
    ...(call.example ? ['', '```bash', call.example, '```'] : []),
    ...(fields.length > 0 ? ['', ...table(['Field', 'Type', 'Presence', 'Limits'], fields)] : []),
    ...(answers.length > 0 ? ['', ...table(['Answers', 'Type', 'Presence'], answers)] : []),
    ...(refusals.length > 0 ? ['', ...table(['Refuses', 'Name', 'Says'], refusals)] : []),
  ]
}

/** The text of `docs/calls.md`. */
export function callsMarkdown(): string {
  const nouns = printedNouns()
  const contents = nouns.map(({ noun, calls }) =>
    wrapped(
      `- [${noun}](#${noun}): ${calls.map(({ name }) => `[${name}](#${anchor(name)})`).join(', ')}`,
      '  ',
    ),
  )
  const lines = [
    '# Calls',
    '',
    'Printed from the contract by `npm run docs`; change the contract, not this file.',
    'The same for machines: [openapi.json](openapi.json).',
    '',
    ...contents,
    ...printedNotes().flatMap(printNote),
    ...nouns.flatMap(({ noun, calls }) => ['', `## ${noun}`, ...calls.flatMap(printCall)]),
  ]
  return `${lines.join('\n')}\n`
}

// Code hosts drop the dots of a heading from its anchor.
function anchor(name: string): string {
  return name.replaceAll('.', '').toLowerCase()
}
