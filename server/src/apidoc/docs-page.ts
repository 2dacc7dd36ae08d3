import { type PrintedCall, type PrintedNote, printedNotes, printedNouns } from './printed-calls.ts'

export { docsStyle } from './docs-style.ts'

/* The page at /docs: no script, no inline style, so that its policy need allow neither. */

/** Text that is HTML already; everything else is escaped where it is put in. */
interface Markup {
  html: string
}
type Part = string | Markup | Part[]

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function toHtml(part: Part): string {
  if (Array.isArray(part)) return part.map(toHtml).join('')
  if (typeof part === 'object') return part.html
  return part.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
}

function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return { html: String.raw({ raw: texts }, ...parts.map(toHtml)) }
}

/** A sentence of ours: backticks make code. */
function sentence(text: string): Part[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))
}

function table(caption: string, head: string[], rows: Part[][]): Markup {
  const headings = head.map((word) => html`<th scope="col">${word}</th>`)
  const line = (cells: Part[]) =>
    html`<tr>${cells.map((cell, index) => html`<td data-head="${head[index] ?? ''}">${cell}</td>`)}</tr>\n`
  return html`<table>
<caption>${caption}</caption>
<thead><tr>${headings}</tr></thead>
<tbody>
${rows.map(line)}</tbody>
</table>
`
}

const code = (text: string): Markup => html`<code>${text}</code>`

function printFields({ fields }: PrintedCall): Part {
  if (fields.length === 0) return ''
  const rows = fields.map((field) => [code(field.name), field.type, field.presence, field.limits])
  return table('Fields', ['Name', 'Type', 'Presence', 'Limits'], rows)
}

function printAnswer({ answer }: PrintedCall): Part {
  if (answer.length === 0) {
    return html`<p class="bare">Answers <code>code</code> and <code>msg</code> only.</p>\n`
  }
  const rows = answer.map((field) => [
    code(field.name),
    field.type,
    [field.presence, field.limits].filter(Boolean).join('; '),
  ])
  const shown = table('Answers', ['Name', 'Type', 'Presence'], rows)
  // The records are long and much alike: they are folded away in the list of calls.
  if (rows.length <= 6) return shown
  return html`<details>
<summary>Answers <span>${String(rows.length)} fields</span></summary>
${shown}</details>
`
}

function printRefusals({ refusals }: PrintedCall): Part {
  if (refusals.length === 0) return ''
  const rows = refusals.map(([number = '', name = '', says = '']) => [number, code(name), says])
  return table('Refuses', ['Code', 'Name', 'Says'], rows)
}

function printCall(call: PrintedCall): Markup {
  return html`<article id="${call.name}">
<h3><a href="#${call.name}">${call.name}</a></h3>
<p class="route"><span class="method ${call.method.toLowerCase()}">${call.method}</span> <code>${call.path}</code></p>
<p>${call.summary}.</p>
<ul class="facts">${call.facts.map((fact) => html`<li>${fact}</li>`)}</ul>
${call.example ? html`<pre><code>${call.example}</code></pre>\n` : ''}${printFields(call)}${printAnswer(call)}${printRefusals(call)}</article>
`
}

const noteId = (title: string) => `about-${title.toLowerCase().replaceAll(' ', '-')}`

function printNote({ title, text, table: shown }: PrintedNote): Markup {
  return html`<section id="${noteId(title)}">
<h2>${title}</h2>
${text.map((paragraph) => html`<p>${sentence(paragraph)}</p>\n`)}${shown ? table(title, shown.head, shown.rows) : ''}</section>
`
}

/** The part after the noun: within its group a call needs no more. */
const shortName = (name: string) => name.slice(name.indexOf('.') + 1)

function link(target: string, text: string): Markup {
  return html`<li><a href="#${target}">${text}</a></li>`
}

export function docsPage(): string {
  const notes = printedNotes()
  const nouns = printedNouns()
  const contents = nouns.map(
    ({ noun, calls }) => html`<li><a href="#${noun}">${noun}</a>
<ul>${calls.map(({ name }) => link(name, shortName(name)))}</ul></li>
`,
  )
  const sections = nouns.map(
    ({ noun, calls }) => html`<section id="${noun}">
<h2>${noun}</h2>
${calls.map(printCall)}</section>
`,
  )
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Screening Room: calls</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<a class="skip" href="#calls">Skip the contents</a>
<header>
<h1>Screening Room</h1>
<p>Every call of the server, printed from its declaration. For machines: <a href="/docs/openapi.json">openapi.json</a>.</p>
</header>
<nav aria-label="Contents">
<ul>
<li class="about"><a href="#${noteId(notes[0]?.title ?? '')}">about</a>
<ul>${notes.map(({ title }) => link(noteId(title), title))}</ul></li>
${contents}</ul>
</nav>
<main id="calls">
${notes.map(printNote)}${sections}</main>
</body>
</html>
`.html
}
