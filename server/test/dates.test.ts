import { certificationCalls } from '@screening-room/contract/certifications'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import { videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { rangeOf } from '../src/domain/platform-time.ts'
import { addCertifications, addProjects, addReports, addVideo } from './setup/items.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { PLATFORM_TZ: 'Europe/Berlin' } })
})
afterAll(() => server.close())

const hour = 3_600_000
const from = Date.UTC(many(2024, 2024, 2000), 0, 1)
const to = Date.UTC(many(2027, 2027, 2037), 0, 1)

/** The zone's offset at a moment, by another road than the code under test takes. */
const formats = new Map<string, Intl.DateTimeFormat>()
function offsetAt(moment: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Every change of the zone's clock: weeks that differ are searched to the second. */
function changesOf(zone: string): number[] {
  const changes: number[] = []
  const week = 7 * 24 * hour
  for (let start = from; start < to; start += week) {
    if (offsetAt(start, zone) === offsetAt(start + week, zone)) continue
    let [low, high] = [start, start + week]
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000
      if (offsetAt(middle, zone) === offsetAt(start, zone)) low = middle
      else high = middle
    }
    changes.push(high)
  }
  return changes
}

interface Wall {
  zone: string
  /** As written on the wire. */
  wall: string
  /** The moments at which the zone's clock shows it: none in a gap, two in an overlap. */
  moments: number[]
  /** By the offset that was in force before the change. */
  onwards: number
}

const writtenWall = (moment: number) => new Date(moment).toISOString().slice(0, 19)

function wallsOf(zone: string): Wall[] {
  const changes = changesOf(zone)
  // Where the clock never changes, a few moments through the years.
  const around =
    changes.length > 0 ? changes : [1, 5, 11, 17, 23, 31].map((n) => from + n * 800 * hour)
  const steps = [
    ...[-25, -24, -12, -3, -2, -1, -0.75, -0.5, -0.25, -1 / 3600],
    ...[0, 1 / 3600, 0.25, 0.5, 1 - 1 / 3600, 1, 2, 3, 24, 25],
  ]
  return around.flatMap((change) => {
    const offsets = [offsetAt(change - 1000, zone), offsetAt(change, zone)]
    const [before = 0] = offsets
    return [...new Set(steps.map((step) => Math.round(change + before + step * hour)))].map(
      (wall) => ({
        zone,
        wall: writtenWall(wall),
        moments: [...new Set(offsets.map((offset) => wall - offset))]
          .filter((moment) => moment + offsetAt(moment, zone) === wall)
          .sort((a, b) => a - b),
        onwards: wall - before,
      }),
    )
  })
}

/** PostgreSQL's own reading, for all at once: the moment of each wall time, and its clock at `onwards`. */
async function readByPostgres(walls: Wall[]) {
  return server.owner.query<{ moment: number; offset: number }>(sql`
    select extract(epoch from w.wall::timestamp at time zone w.zone)::float8 * 1000 as moment,
      extract(epoch from (to_timestamp(w.onwards) at time zone w.zone)
        - (to_timestamp(w.onwards) at time zone 'UTC'))::float8 * 1000 as offset
    from unnest(${walls.map((wall) => wall.wall)}::text[], ${walls.map((wall) => wall.zone)}::text[],
      ${walls.map((wall) => wall.onwards / 1000)}::float8[]) with ordinality as w (wall, zone, onwards, n)
    order by n`)
}

test('a time in any zone, round every change of its clocks, is what PostgreSQL reads', {
  tags: ['torture'],
}, async () => {
  const named = await server.owner.query<{ name: string }>(sql`select name from pg_timezone_names`)
  const known = new Set(named.map(({ name }) => name))
  const all = Intl.supportedValuesOf('timeZone').filter((zone) => known.has(zone))
  expect(all.length).toBeGreaterThan(400)
  const every = many(8, 1)
  const offset = dice('zones').below(every)
  const zones = all.filter((_, n) => n % every === offset)

  const seen = { plain: 0, gap: 0, overlap: 0 }
  const otherData: string[] = []
  const different: string[] = []
  for (const zone of zones) {
    const walls = wallsOf(zone)
    const answers = await readByPostgres(walls)
    // Node and PostgreSQL bring their own lists of zones; where those differ there is nothing to compare.
    if (walls.some((wall, n) => answers[n]?.offset !== offsetAt(wall.onwards, zone))) {
      otherData.push(zone)
      continue
    }
    walls.forEach(({ wall, moments, onwards }, n) => {
      const [first = onwards, last = first] = moments
      const { since = '', until = '' } = rangeOf({ start: wall, end: wall }, zone)
      const kind = moments.length === 1 ? 'plain' : moments.length === 0 ? 'gap' : 'overlap'
      seen[kind] += 1
      const right = Date.parse(since) === first && Date.parse(until) === last + 1000
      // PostgreSQL takes one of the two where there are two.
      const agrees = [first, last].includes(answers[n]?.moment ?? 0)
      if (!right || !agrees) different.push(`${zone} ${wall} ${kind}: ${since} ${until}`)
    })
  }
  console.log(`dates: ${zones.length} zones, ${JSON.stringify(seen)}; other data: ${otherData}`)
  expect(different).toEqual([])
  expect(otherData.length).toBeLessThan(zones.length / 10)
  const compared = seen.plain + seen.gap + seen.overlap
  expect(compared).toBeGreaterThan(zones.length * 20)
  expect(seen.gap).toBeGreaterThan(zones.length)
  expect(seen.overlap).toBeGreaterThan(zones.length)
  figure('I4', compared)
})

test.each([
  ['Europe/Berlin', '2025-03-30T02:30:00', '2025-03-30T01:30:00Z', '2025-03-30T01:30:01Z'],
  ['Europe/Berlin', '2025-03-30T01:59:59', '2025-03-30T00:59:59Z', '2025-03-30T01:00:00Z'],
  ['Europe/Berlin', '2025-10-26T02:30:00', '2025-10-26T00:30:00Z', '2025-10-26T01:30:01Z'],
  ['Europe/Berlin', '2025-10-26T03:00:00', '2025-10-26T02:00:00Z', '2025-10-26T02:00:01Z'],
  ['America/New_York', '2025-03-09T02:30:00', '2025-03-09T07:30:00Z', '2025-03-09T07:30:01Z'],
  ['America/New_York', '2025-11-02T01:30:00', '2025-11-02T05:30:00Z', '2025-11-02T06:30:01Z'],
  ['Australia/Lord_Howe', '2025-10-05T02:15:00', '2025-10-04T15:45:00Z', '2025-10-04T15:45:01Z'],
  ['Australia/Lord_Howe', '2025-04-06T01:45:00', '2025-04-05T14:45:00Z', '2025-04-05T15:15:01Z'],
  ['Pacific/Apia', '2011-12-30T12:00:00', '2011-12-30T22:00:00Z', '2011-12-30T22:00:01Z'],
  ['Asia/Shanghai', '2026-01-31T23:59:59', '2026-01-31T15:59:59Z', '2026-01-31T16:00:00Z'],
  ['UTC', '2024-02-29T23:59:59', '2024-02-29T23:59:59Z', '2024-03-01T00:00:00Z'],
])('in %s, %s begins at %s and ends before %s', (zone, wall, since, until) => {
  const range = rangeOf({ start: wall, end: wall }, zone)
  expect(Date.parse(range.since ?? '')).toBe(Date.parse(since))
  expect(Date.parse(range.until ?? '')).toBe(Date.parse(until))
})

test('a filter with one side only leaves the other open', () => {
  expect(rangeOf({ start: '2025-01-01T00:00:00' }, 'UTC').until).toBeUndefined()
  expect(rangeOf({ end: '2025-01-01T00:00:00' }, 'UTC').since).toBeUndefined()
})

/** Puts one item at a moment, and tells how many of its list a range of platform times holds. */
async function counters(moment: string) {
  const { owner } = server
  const client = await server.signIn()
  await addCertifications(owner, 1)
  await addProjects(owner, 1)
  const video = await addVideo(owner)
  await addVideo(owner, { type: videoType.personal })
  await addReports(owner, video)
  for (const table of [sql`certification`, sql`project`, sql`video`, sql`report`])
    await owner.query(sql`update ${table} set create_time = ${moment}::timestamptz`)
  return async (start: string, end: string): Promise<number[]> => {
    const range = { start, end }
    const { body: reports } = await client.send(reportCalls.list, {
      ...range,
      videoType: videoType.project,
    })
    const lists = [
      certificationCalls.list,
      projectCalls.list,
      videoCalls.project.list,
      videoCalls.personal.list,
    ]
    const rows = await Promise.all(lists.map((call) => client.send(call, range)))
    return [...rows.map(({ body }) => body.data.length), reports.data.list.length]
  }
}

test('an end includes its whole second, in every list: a row at 23:59:59.999 is found', async () => {
  const count = await counters('2026-01-31 23:59:59.999 Europe/Berlin')
  const found = [1, 1, 1, 1, 1]
  const none = [0, 0, 0, 0, 0]
  expect(await count('2026-01-31T00:00:00', '2026-01-31T23:59:59')).toEqual(found)
  expect(await count('2026-01-31T23:59:59', '2026-01-31T23:59:59')).toEqual(found)
  expect(await count('2026-01-31T00:00:00', '2026-01-31T23:59:58')).toEqual(none)
  expect(await count('2026-02-01T00:00:00', '2026-02-01T23:59:59')).toEqual(none)
})

test('an hour that comes twice holds what happened in either', async () => {
  for (const moment of ['2025-10-26 00:30:00Z', '2025-10-26 01:30:00.999Z']) {
    await server.owner.query(sql`truncate certification, project, video, report`)
    const count = await counters(moment)
    expect(await count('2025-10-26T02:30:00', '2025-10-26T02:30:00')).toEqual([1, 1, 1, 1, 1])
  }
})
