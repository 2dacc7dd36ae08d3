/** The text of /docs/style.css, beside the page because nothing else uses it. */
export const docsStyle = `:root {
  color-scheme: light dark;
  --ground: #f6f7f9;
  --sheet: #ffffff;
  --ink: #1c2430;
  --soft: #566073;
  --line: #dfe3ea;
  --chip: #eef1f5;
  --link: #0b57c2;
  --get: #0b6b4f;
  --post: #8a4b00;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12161c;
    --sheet: #1a2029;
    --ink: #e4e8ee;
    --soft: #9da8b8;
    --line: #2d3643;
    --chip: #252d39;
    --link: #86b7ff;
    --get: #5fd3a8;
    --post: #f2b266;
  }
}

* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }

body {
  margin: 0 auto;
  max-width: 76rem;
  padding: 0 1.5rem 4rem;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  display: grid;
  grid-template-columns: 14rem minmax(0, 1fr);
  column-gap: 2.5rem;
}

a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }

code {
  font: 0.875em/1.4 ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace;
  overflow-wrap: anywhere;
}

pre {
  margin: 0.75rem 0;
  padding: 0.75rem 1rem;
  overflow-x: auto;
  background: var(--chip);
  border-radius: 6px;
}

pre code { overflow-wrap: normal; }

p { margin: 0.5rem 0; max-width: 44rem; }
p code { background: var(--chip); border-radius: 4px; padding: 0.1em 0.35em; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--sheet); padding: 0.5rem; }
header { grid-column: 1 / -1; padding: 2.5rem 0 1.5rem; border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 1.75rem; letter-spacing: -0.01em; }
header p { color: var(--soft); }

nav {
  position: sticky;
  top: 0;
  align-self: start;
  max-height: 100vh;
  overflow-y: auto;
  padding: 1.5rem 0.25rem;
  font-size: 0.875rem;
}

nav ul { list-style: none; margin: 0; padding: 0; }
nav > ul > li { margin-bottom: 1rem; }

nav a {
  display: block;
  padding: 0.1rem 0.5rem;
  border-radius: 4px;
  color: var(--soft);
  text-decoration: none;
}

nav a:hover { background: var(--chip); color: var(--ink); }
nav > ul > li > a { color: var(--ink); font-weight: 600; }

nav > ul > li > a::first-letter,
main > section > h2::first-letter { text-transform: uppercase; }
main { min-width: 0; padding-top: 0.5rem; }
main > section > h2 { margin: 2.25rem 0 0.75rem; font-size: 1.3rem; }

article {
  margin: 0 0 1.25rem;
  padding: 1.1rem 1.4rem 1.3rem;
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: 10px;
  scroll-margin-top: 1rem;
}

article:target { border-color: var(--link); }
h3 { margin: 0; font-size: 1.05rem; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
.route code { background: none; padding: 0 0.3em; }

.method {
  display: inline-block;
  min-width: 3.4em;
  padding: 0.05em 0.5em;
  border: 1px solid currentcolor;
  border-radius: 4px;
  font-size: 0.75rem;
  font-weight: 700;
  text-align: center;
}

.get { color: var(--get); }
.post { color: var(--post); }

.facts {
  display: flex;
  flex-wrap: wrap;
  gap: 0.35rem;
  list-style: none;
  margin: 0.6rem 0 0;
  padding: 0;
  font-size: 0.8125rem;
  color: var(--soft);
}

.facts li { padding: 0.1rem 0.6rem; background: var(--chip); border-radius: 1rem; }
.bare { margin-top: 1rem; color: var(--soft); font-size: 0.875rem; }
table { width: 100%; margin-top: 1rem; border-collapse: collapse; font-size: 0.875rem; }

caption,
summary { padding: 0.25rem 0; font-weight: 600; text-align: start; }

section > table > caption {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}

th,
td {
  padding: 0.35rem 1rem 0.35rem 0;
  border-top: 1px solid var(--line);
  text-align: start;
  vertical-align: top;
}

th { color: var(--soft); font-weight: 400; font-size: 0.8125rem; }
article table { table-layout: fixed; }
article th:nth-child(1) { width: 27%; }
article th:nth-child(2) { width: 23%; }
article th:nth-child(3):not(:last-child) { width: 20%; }
details { margin-top: 1rem; }
summary { cursor: pointer; font-size: 0.875rem; }
summary span { color: var(--soft); font-weight: 400; }
details table { margin-top: 0; }
details caption { display: none; }

@media (max-width: 52rem) {
  body { display: block; padding: 0 1rem 3rem; }
  header { padding-top: 1.5rem; }

  nav {
    position: static;
    max-height: none;
    padding: 0.75rem 0;
    border-bottom: 1px solid var(--line);
  }
  nav ul ul { display: none; }
  nav > ul { display: flex; flex-wrap: wrap; gap: 0.25rem; }
  nav > ul > li { margin: 0; }
  nav > ul > li > a { padding: 0.6rem 0.75rem; background: var(--chip); }
  article { padding: 1rem; }
}

@media (max-width: 36rem) {
  thead { position: absolute; clip-path: inset(50%); }

  table,
  caption,
  tbody,
  tr,
  td { display: block; }
  tr { padding: 0.4rem 0; border-top: 1px solid var(--line); }
  td { padding: 0; border: 0; }
  td + td { color: var(--soft); }
  td + td::before { content: attr(data-head) ': '; }
  td:empty { display: none; }
}

@media print {
  nav,
  .skip { display: none; }
  body { display: block; }
  article { break-inside: avoid; }
}
`
