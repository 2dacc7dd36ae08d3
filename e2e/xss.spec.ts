import type { Page } from '@playwright/test'
import { status, videoType } from '@screening-room/contract/review'
import { sql } from '../server/dist/db/sql.js'
import { dice } from '../server/test/setup/seed.ts'
import { figure, many } from '../torture/figures.ts'
import { evilHost, makePayloads } from './setup/payloads.ts'
import { type Server, startServer } from './setup/server.ts'
import { expect, signInContext, test } from './setup/test.ts'
import { settle } from './setup/views.ts'

/*
 * Every field that shows user text holds every payload at once, so that lists, dialogs and
 * focus review show all of them on a dozen pages. None may become an element, a request or a script.
 */

const perRound = 120
/** A short run takes a third of them. */
const some = <T>(payloads: T[]) => payloads.filter((_, n) => n % many(3, 1) === 0)

let server: Server
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.close())

interface Watched {
  /** Violations, in order. */
  happened: string[]
}

async function watch(page: Page): Promise<Watched> {
  const happened: string[] = []
  page.on('dialog', async (dialog) => {
    happened.push(`a dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('request', (asked) => {
    if (!asked.url().startsWith(server.url) && !asked.url().startsWith('data:'))
      happened.push(`a request to ${asked.url()}`)
  })
  await page.exposeFunction('tellOfViolation', (what: string) => happened.push(what))
  await page.addInitScript(() => {
    const { tellOfViolation } = window as unknown as { tellOfViolation(what: string): void }
    document.addEventListener('securitypolicyviolation', (one) =>
      tellOfViolation(`against ${one.effectiveDirective}: ${one.blockedURI} ${one.sample}`),
    )
  })
  return { happened }
}

/** Elements and addresses that are not ours, and scripts that ran. */
const findMade = (page: Page) =>
  page.evaluate((host) => {
    const addresses = [
      'href',
      'src',
      'srcset',
      'action',
      'formaction',
      'data',
      'poster',
      'xlink:href',
    ]
    const leads = (value: string) =>
      URL.canParse(value, location.href) &&
      (new URL(value, location.href).hostname.endsWith(host) ||
        !/^(https?|data|blob):/.test(new URL(value, location.href).protocol) ||
        /^\s*data:text/i.test(value))
    const isBad = ({ name, value }: Attr) =>
      name.startsWith('on') ||
      name === 'srcdoc' ||
      (name === 'style' && value.includes(host)) ||
      (addresses.includes(name) && leads(value))
    const bad = [...document.querySelectorAll('*')].filter(
      (one) =>
        /^(base|embed|iframe|math|object|marquee|template|xmp|custom-element)$/i.test(
          one.tagName,
        ) || [...one.attributes].some(isBad),
    )
    const ran = Object.keys(window).filter((name) => name.startsWith('xss'))
    return [...bad.map((one) => one.outerHTML.slice(0, 120)), ...ran]
  }, evilHost)

/** The fields with a payload that is missing from the page's text. */
const findMissing = (page: Page, words: string[], fields: string[]) =>
  page.evaluate(
    (wanted) => {
      const text = document.body.textContent ?? ''
      return wanted.fields.filter(
        (field) => !wanted.words.every((word) => text.includes(` ${word}:${field}`)),
      )
    },
    { words, fields },
  )

interface Texts {
  words: string[]
  /** One payload each, for fields that hold an address. */
  each: string[]
  /** All payloads in one text, each with the name of its field. */
  of(field: string): string
  day: string
}

function textsOf(payloads: ReturnType<typeof makePayloads>, day: string): Texts {
  const each = payloads.map(({ text }) => text)
  const of = (field: string) => each.map((text) => `${text}:${field}`).join('\n')
  return { words: payloads.map(({ word }) => word), each, of, day }
}

const at = ({ day }: Texts) => sql`${`${day}T10:00:00+08:00`}::timestamptz`
const idOf = async (rows: Promise<{ id: number }[]>) => (await rows)[0]?.id ?? 0

/** What the rest refers to: roles, reasons, a category with its tag, a member. */
async function plantNames({ db }: Server, { of }: Texts) {
  const first = (table: ReturnType<typeof sql>) => sql`id = (select min(id) from ${table})`
  await db.query(sql`update certified_role set name = ${of('role')}, name_en = null where id = 1`)
  await db.query(
    sql`update report_reason set message = ${of('reported for')}, message_en = null where id = 1`,
  )
  await db.query(sql`
    update canned_reason set label_en = ${of('label')}, text_en = ${of('text')}
    where ${first(sql`canned_reason`)}`)
  await db.query(sql`
    update category set name = ${of('category')}, name_en = null where ${first(sql`category`)}`)
  const tag = await idOf(
    db.query(sql`
      update tag set name = ${of('tag')}, name_en = null where ${first(sql`tag`)} returning id`),
  )
  const member = await idOf(
    db.query(sql`
      insert into member (nick_name, phone) values (${of('member')}, '1') returning id`),
  )
  return { tag, member }
}

async function plantItems(
  { db }: Server,
  texts: Texts,
  { tag, member }: { tag: number; member: number },
) {
  const { of, each } = texts
  const [some = '', other = '', third = ''] = each.slice(-8)
  const certification = await idOf(
    db.query(sql`
      insert into certification (member_id, nick_name, phone, role_id, introduce, pictures, create_time)
      values (${member}, ${of('name')}, ${of('phone')}, 1, ${of('remark')}, ${JSON.stringify(each)},
        ${at(texts)}) returning id`),
  )
  const project = await idOf(
    db.query(sql`
      insert into project (owner_id, title, introduction, cover, role_ids, create_time)
      values (${member}, ${of('project')}, ${of('about it')}, ${some}, '{1}', ${at(texts)})
      returning id`),
  )
  // The newest comes first, and its title holds all of them; the others have their pictures.
  await db.query(sql`
    insert into video (type, project_id, uploader_id, title, banner, image, status, create_time)
    select ${videoType.project}, ${project}, ${member},
      case nth when 1 then ${of('part')} else one end, one, one, ${status.approved},
      ${at(texts)} - nth * interval '1 minute'
    from unnest(${each}::text[]) with ordinality as list (one, nth)`)
  const video = await idOf(
    db.query(sql`
      insert into video (type, uploader_id, title, introduction, banner, image, media, category_id, create_time)
      values (${videoType.personal}, ${member}, ${of('video')}, ${of('about it')}, ${some}, ${other},
        ${third}, (select min(id) from category), ${at(texts)}) returning id`),
  )
  await db.query(sql`insert into video_tag (video_id, tag_id) values (${video}, ${tag})`)
  const report = await idOf(
    db.query(sql`
      insert into report (video_id, video_type, reason_id, reporter_id, create_time)
      values (${video}, ${videoType.personal}, 1, 1, ${at(texts)}) returning id`),
  )
  const ids = { certification, project, video, report }
  for (const [queue, id] of Object.entries(ids))
    await db.query(sql`
      insert into event (actor_id, actor_name, action, queue, subject_id, reason, details)
      values (1, ${of('who')}, 'skip', ${queue}, ${id}, ${of('why')},
        ${JSON.stringify({ marks: [{ from: 1, note: each[9] }] })}::jsonb)`)
  return ids
}

/** Each page, and the fields it shows. */
function pagesOf({ day }: Texts, ids: Awaited<ReturnType<typeof plantItems>>) {
  const days = `start=${day}&end=${day}`
  const past = ['who', 'why']
  return [
    [`auth-review?${days}&view=${ids.certification}`, ['name', 'phone', 'remark', 'role', ...past]],
    [
      `project-review?${days}&view=${ids.project}`,
      ['project', 'about it', 'member', 'role', 'part', ...past],
    ],
    [
      `video-review?tab=personal&${days}&view=${ids.video}`,
      ['video', 'about it', 'tag', 'category', ...past],
    ],
    [`report-review?videoType=1&${days}&view=${ids.report}`, ['reported for', ...past]],
    ['category-config', ['category', 'tag']],
    ['reasons', ['label', 'text']],
    [`focus/auth?${days}`, ['name', 'remark', 'member']],
    [`focus/personal-video?${days}`, ['video', 'about it', 'member']],
    [`focus/project?${days}`, ['project', 'about it', 'member']],
    [`focus/report?videoType=1&${days}`, ['video', 'reported for']],
  ] as const
}

test('payloads stay text wherever they are shown, and would be noticed if they did not', {
  tag: '@torture',
}, async ({ page }) => {
  test.setTimeout(600_000)
  const { pick } = dice('payloads')
  const { happened } = await watch(page)
  const who = await server.addAccount('administrator')

  await test.step('payloads in every shown field stay text: no element, no dialog, no request, no violation', async () => {
    for (let round = 0; round < many(1, 1, 42); round++) {
      const day = new Date(Date.UTC(1995, 0, 1 + round)).toISOString().slice(0, 10)
      const texts = textsOf(some(makePayloads(round * perRound, perRound, pick)), day)
      await server.db.query(
        sql`update admin_user set nick_name = ${texts.of('me')} where id = ${who.id}`,
      )
      const ids = await plantItems(server, texts, await plantNames(server, texts))
      if (round === 0) await signInContext(page.context(), server, who)
      // Names are loaded once per page.
      await page.goto('about:blank')
      const shown = new Set<string>()
      for (const [path, fields] of pagesOf(texts, ids)) {
        await page.goto(`${server.url}/#/dashboard/${path}`)
        const wanted = path.startsWith('focus') ? [...fields] : ['me', ...fields]
        const missing = () => findMissing(page, texts.words, wanted)
        // A request that a busy server refused is retried.
        await expect
          .poll(missing)
          .toEqual([])
          .catch(() => page.reload())
        await expect.poll(missing, path).toEqual([])
        // By then everything that would run or be fetched has been.
        await page.waitForTimeout(300)
        expect(await findMade(page), path).toEqual([])
        expect(happened, path).toEqual([])
        for (const field of wanted) shown.add(field)
      }
      figure('S9', shown.size * texts.words.length)
    }
  })

  await test.step('payloads in the address of a page are search terms and nothing else', async () => {
    for (const { text } of makePayloads(0, perRound, () => '').filter(
      (_, n) => n % many(40, 5) === 0,
    )) {
      const words = encodeURIComponent(text)
      await page.goto(
        `${server.url}/#/dashboard/auth-review?search=${words}&status=${words}&view=${words}&page=${words}`,
      )
      // A field of one line has no line breaks.
      const shown = text.slice(0, 100).replaceAll('\n', '').trim()
      await expect(page.getByLabel('Keyword')).toHaveValue(shown)
      await settle(page)
      expect(await findMade(page), text).toEqual([])
      expect(happened, text).toEqual([])
    }
  })

  await test.step('if they were markup, the checks would find them and the page policy would stop them', async () => {
    await settle(page)
    const texts = makePayloads(0, perRound, () => '').map(({ text }) => text)
    await page.evaluate(
      (markups) => {
        for (const markup of markups) {
          const place = document.createElement('div')
          place.innerHTML = markup
          document.body.append(place)
        }
        // No policy stops a page from navigating elsewhere.
      },
      texts.filter((text) => !text.includes('http-equiv')),
    )
    await expect
      .poll(() => happened.filter((one) => one.startsWith('against')).length)
      .toBeGreaterThan(20)
    const made = await findMade(page)
    expect(made.length).toBeGreaterThan(50)
    expect(made.filter((one) => one.startsWith('xss'))).toEqual([])
    expect(happened.filter((one) => one.startsWith('a request')).length).toBeGreaterThan(2)
    expect(happened.filter((one) => one.startsWith('a dialog'))).toEqual([])
  })
})
