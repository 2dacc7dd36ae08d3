import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyProject } from '../copy-project.mjs'

/* Each rule of `npm run check` that holds a wall is shown a violation, in a copy of the project. */

interface Plant {
  what: string
  file: string
  text: string
  /** What the check says about it. */
  says: RegExp
}

const walls: Plant[] = [
  {
    what: 'a queue named in shared code',
    file: 'server/src/store/planted-queue.ts',
    text: "export const isReport = (queue: string) => queue === 'report'\n",
    says: /shared code reads the table in contract\/src\/queues\.ts/,
  },
  {
    what: 'a queue by its name in addresses, in shared code of the app',
    file: 'web/src/shared/planted-queue.ts',
    text: "export const first = 'auth'\n",
    says: /shared code reads the table in contract\/src\/queues\.ts/,
  },
  {
    what: "another noun's queue in a noun's own files",
    file: 'web/src/screens/projects/planted-queue.ts',
    text: "export const other = { queue: 'certification' }\n",
    says: /shared code reads the table in contract\/src\/queues\.ts/,
  },
  {
    what: 'a record with a key for each queue, in shared code of the app',
    file: 'web/src/screens/overview/planted-keys.ts',
    text: "export const names = {\n  certification: 'a',\n  project: 'b',\n}\n",
    says: /one more list to which a new queue is added/,
  },
  {
    what: 'two queues as keys beside each other, in shared code',
    file: 'server/src/domain/planted-keys.ts',
    text: 'export const order = {\n  video: 1,\n  report: 2,\n}\n',
    says: /one more list to which a new queue is added/,
  },
  {
    what: 'fetch in domain/',
    file: 'server/src/domain/planted-fetch.ts',
    text: "export const ask = () => fetch('https://example.com/')\n",
    says: /rules and SQL must not talk to other hosts/,
  },
  {
    what: 'a literal status number',
    file: 'server/src/domain/planted-number.ts',
    text: 'export const isApproved = (video: { status: number }) => video.status === 5\n',
    says: /the numbers of statuses are written down once/,
  },
  {
    what: 'a literal status number in the app',
    file: 'web/src/shared/planted-number.ts',
    text: 'export const rejected = { viewStatus: 3 }\n',
    says: /the numbers of statuses are written down once/,
  },
  {
    what: 'a store function updating a status outside a transaction',
    file: 'server/src/store/planted-status.ts',
    text: `import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
export const hide = (db: Db, id: number, to: number) =>
  db.query(sql\`
    update video v
    set update_time = now(), status = \${to} where id = \${id}\`)
`,
    says: /a status, its event and its outbox row change together/,
  },
  {
    what: 'a store function updating a status of a table that it is given',
    file: 'server/src/store/planted-table.ts',
    text: `import type { Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
export const hide = (tx: Tx, table: Sql, to: number) =>
  tx.query(sql\`update \${table} set status = \${to}\`)
`,
    says: /a status, its event and its outbox row change together/,
  },
  {
    what: 'an import that overwrites a status',
    file: 'server/src/store/planted-import.ts',
    text: `import type { Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
export const load = (tx: Tx, id: number, to: number) =>
  tx.query(sql\`insert into project (id, status) values (\${id}, \${to})
    on conflict (id) do update set status = excluded.status\`)
`,
    says: /a status, its event and its outbox row change together/,
  },
  {
    what: 'SQL in a route',
    file: 'server/src/routes/planted-sql.ts',
    text: "import { sql } from '../db/sql.ts'\nexport const all = sql`select id from video`\n",
    says: /SQL lives in server\/src\/store/,
  },
  {
    what: 'the environment read in a route',
    file: 'server/src/routes/planted-env.ts',
    text: 'export const secret = process.env.WEBHOOK_SECRET\n',
    says: /the environment is read and checked once/,
  },
  {
    what: 'a rule that mails',
    file: 'server/src/domain/planted-mail.ts',
    text: "import { createTransport } from 'nodemailer'\nexport const send = createTransport\n",
    says: /mail is sent after a commit, in server\/src\/http\/mail\.ts/,
  },
  {
    what: 'a request beside the client of the app',
    file: 'web/src/screens/videos/planted-request.ts',
    text: "export const load = () => fetch('/admin/data/video/list')\n",
    says: /every request goes through web\/src\/api\/client.ts/,
  },
]

const floors: Plant[] = [
  {
    what: "the example reading the server's tables",
    file: 'examples/platform/src/planted-tables.ts',
    text: "import { sql } from '../../../server/src/db/sql.ts'\nexport const query = sql\n",
    says: /example-uses-the-client: examples\/platform\/src\/planted-tables\.ts/,
  },
  {
    what: 'ui/ importing texts/',
    file: 'web/src/ui/planted-texts.ts',
    text: "import { en } from '../texts/en.ts'\nexport const words = en\n",
    says: /web-ui-knows-looks-only: web\/src\/ui\/planted-texts\.ts/,
  },
  {
    what: 'a route calling the status function',
    file: 'server/src/routes/planted-status.ts',
    text: "import { changeStatus } from '../store/status-changes.ts'\nexport const change = changeStatus\n",
    says: /status-through-decide: server\/src\/routes\/planted-status\.ts/,
  },
  {
    what: 'a rule calling the status function itself',
    file: 'server/src/domain/planted-status.ts',
    text: "import { changeStatus } from '../store/status-changes.ts'\nexport const change = changeStatus\n",
    says: /status-through-decide: server\/src\/domain\/planted-status\.ts/,
  },
  {
    what: 'a store that imports a rule',
    file: 'server/src/store/planted-rule.ts',
    text: "import { decide } from '../domain/review.ts'\nexport const rule = decide\n",
    says: /server-floor-store: server\/src\/store\/planted-rule\.ts/,
  },
  {
    what: 'a screen that imports another screen',
    file: 'web/src/screens/videos/planted-screen.ts',
    text: "import { ReportsScreen } from '../reports/ReportsScreen.tsx'\nexport const other = ReportsScreen\n",
    says: /web-screens-apart: web\/src\/screens\/videos\/planted-screen\.ts/,
  },
]

const eightyLines = Array.from({ length: 80 }, (_, line) => `  count += ${line}\n`).join('')

const lint: Plant[] = [
  {
    what: 'a function of more than 80 lines',
    file: 'server/src/domain/planted-long.ts',
    text: `export function sum(count: number) {\n${eightyLines}  return count\n}\n`,
    says: /planted-long\.ts.*noExcessiveLinesPerFunction/,
  },
]

const words: Plant[] = [
  {
    what: 'a person who is "he" in a comment',
    file: 'server/src/domain/planted-person.ts',
    text: '/** What he decides. */\nexport const decides = true\n',
    says: /a person is "they"/,
  },
  {
    what: 'a name that says nothing',
    file: 'server/test/setup/planted-name.ts',
    text: 'export const lasts = 5\n',
    says: /say what it is/,
  },
  {
    what: 'a function that answers',
    file: 'server/src/store/planted-answer.ts',
    text: '/** Takes rows; answers how many. */\nexport const take = () => 0\n',
    says: /functions return; servers answer/,
  },
  {
    what: 'a listed word in the docs',
    file: 'docs/planted-word.md',
    text: 'Whoever comes second is refused.\n',
    says: /name the person or the thing/,
  },
  {
    what: 'a paragraph that is not wrapped',
    file: 'docs/planted-width.md',
    text: `# A page\n\n${'word '.repeat(30)}\n`,
    says: /docs are wrapped at 120/,
  },
]

const longSubject =
  'Say in the subject of a commit what would rather belong in the body of that commit'

const copy = mkdtempSync(join(tmpdir(), 'screening-room-plants-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function runIn(script: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: copy,
    encoding: 'utf8',
  })
  return stdout + stderr
}

function git(...args: string[]): string {
  const names = ['-c', 'user.name=Wang', '-c', 'user.email=wang@example.com']
  const { stdout, error } = spawnSync('git', [...names, ...args], { cwd: copy, encoding: 'utf8' })
  if (error) throw error
  return stdout.trim()
}

/** The subjects of commits after the first one, in a repository of its own. */
function checkSubjects(...subjects: string[]): string {
  rmSync(join(copy, '.git'), { recursive: true, force: true })
  git('init', '--quiet')
  const commit = (subject: string) => git('commit', '--quiet', '--allow-empty', '-m', subject)
  commit(longSubject)
  const base = git('rev-parse', 'HEAD')
  for (const subject of subjects) commit(subject)
  return runIn('scripts/check-commits.mjs', base)
}

const checkWalls = () => runIn('scripts/check-walls.mjs')
const checkWords = () => runIn('scripts/check-words.mjs')
const checkFloors = () =>
  runIn(
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err-long'],
    // The rules are about direct imports: what lies further behind a plant says nothing of it.
    ...['--max-depth', '1', ...floors.map(({ file }) => file)],
  )

const checkLint = () =>
  runIn('node_modules/@biomejs/biome/bin/biome', 'lint', ...lint.map(({ file }) => file))

describe('npm run check catches', () => {
  let said = { walls: '', floors: '', lint: '', words: '' }

  beforeAll(() => {
    const settings = [
      ...['.dependency-cruiser.cjs', 'package.json', 'tsconfig.base.json'],
      ...['biome.json', '.gitignore'],
    ]
    const workspaces = ['contract', 'server', 'web', 'examples/platform'].flatMap((name) => [
      `${name}/src`,
      `${name}/package.json`,
    ])
    copyProject(copy, ['scripts', ...settings, ...workspaces])
    expect(checkWalls(), 'the tree without a plant').toBe('')
    for (const { file, text } of [...walls, ...floors, ...lint, ...words]) {
      mkdirSync(dirname(join(copy, file)), { recursive: true })
      writeFileSync(join(copy, file), text)
    }
    said = {
      walls: checkWalls(),
      floors: checkFloors(),
      lint: checkLint(),
      words: checkWords(),
    }
  })

  test.for([...walls, ...words])('$what', ({ file, says }) => {
    const lines = `${said.walls}${said.words}`.split('\n')
    const own = lines.flatMap((line, at) => (line.startsWith(`${file}:`) ? [lines[at + 1]] : []))
    expect(own.join('\n')).toMatch(says)
  })

  test.for(floors)('$what', ({ says }) => {
    expect(said.floors).toMatch(says)
  })

  test.for(lint)('$what', ({ says }) => {
    expect(said.lint).toMatch(says)
  })

  test('a commit subject of more than 72 characters, but none before the rule', () => {
    expect(checkSubjects('Refuse a second decision on the same video')).toBe('')
    expect(checkSubjects('Be short', longSubject)).toContain('82 characters; 72 is the limit')
  })

  test('no commit subject where there is no repository', () => {
    rmSync(join(copy, '.git'), { recursive: true, force: true })
    expect(runIn('scripts/check-commits.mjs')).toBe('')
  })
})
