import { findVideos } from '../server/dist/store/videos.js'
import { median, percentile, short, time } from './measure.mjs'
import { wordMaker } from './titles.mjs'

/* Search by words and ids, alone and with the list's filters; and that it finds what a plain scan finds. */

const pageSize = 10
const day = 86_400_000
const ago = (days) => new Date(Date.now() - days * day).toISOString()
const filters = {
  alone: {},
  pending: { status: 0 },
  approved: { status: 5 },
  rejected: { status: 3 },
  'one day': { since: ago(500), until: ago(499) },
  'a month, approved': { since: ago(400), until: ago(370), status: 5 },
  'a year, pending': { since: ago(800), until: ago(435), status: 0 },
}

export async function search(store, { quick }) {
  const words = wordMaker(7)
  const kinds = {
    'two Chinese characters': words.chinese,
    'four Chinese characters': () => words.chinese() + words.chinese(),
    'an English word': words.english,
    'an id': () => String(1 + Math.floor(words.next() * store.rows)),
    'a word that is nowhere': () => `zq${Math.floor(words.next() * 1e6)}龘`,
  }
  // A store that was just started has nothing at hand yet: a minute of use before anything is measured.
  for (let sample = 0; sample < 20; sample++)
    for (const make of Object.values(kinds))
      for (const filter of Object.values(filters))
        await findVideos(store.db, { page: 1, pageSize, videoType: 1, search: make(), ...filter })
  const rows = []
  const samples = quick ? 40 : 120
  for (const [kind, make] of Object.entries(kinds))
    for (const [name, filter] of Object.entries(filters)) {
      const taken = []
      let found = 0
      for (let sample = 0; sample < samples; sample++) {
        const asked = { page: 1, pageSize, videoType: 1, search: make(), ...filter }
        if (sample === 0) await findVideos(store.db, asked)
        const { ms, result } = await time(() => findVideos(store.db, asked))
        taken.push(ms)
        found += result.total
      }
      rows.push({
        kind,
        filter: name,
        p50: short(median(taken)),
        p95: short(percentile(taken, 0.95)),
        most: short(Math.max(...taken)),
        found: Math.round(found / samples),
      })
    }
  return { rows, equal: await equalToScan(store, quick ? 30 : 100) }
}

/** Over the days that hold the newest million: what we find is what a scan with LIKE finds. */
async function equalToScan(store, samples) {
  const words = wordMaker(11)
  const odd = [
    '%',
    '_',
    "'",
    '的',
    'o',
    'of the',
    '第1',
    '1集',
    '\\',
    'MORNING L',
    ' 第',
    '0 ',
    'é',
  ]
  const { rows: edge } = await store.owner.query(
    'select create_time from video order by id desc limit 1 offset least(999999, (select max(id) - 1 from video))',
  )
  const since = edge[0].create_time.toISOString()
  let compared = 0
  const wrong = []
  for (let sample = 0; sample < samples; sample++) {
    const needle = odd[sample]?.trim() ?? [words.chinese, words.english][sample % 2]()
    const status = [undefined, 0, 5, 3][sample % 4]
    const type = [1, 2, 0][sample % 3]
    const escaped = needle.toLowerCase().replace(/[\\%_]/g, '\\$&')
    const { rows: plain } = await store.owner.query(
      `select id from video where lower(title) like $1 and type = $2 and create_time >= $3
       ${status === undefined ? '' : `and status = ${status}`} order by create_time desc, id desc limit 1001`,
      [`%${escaped}%`, type, since],
    )
    const found = []
    const asked = { pageSize: 100, videoType: type, status, since, search: needle }
    let answer
    for (let page = 1; page <= 10; page++) {
      answer = await findVideos(store.db, { page, ...asked })
      found.push(...answer.rows.map((row) => row.id))
      if (answer.rows.length < 100) break
    }
    const expected = plain.slice(0, 1000).map((row) => Number(row.id))
    // One or two letters are looked for among the newest only, and the answer says so.
    const cut = answer.more && answer.total < 1000
    const same = cut
      ? found.every((id, index) => id === expected[index])
      : String(found) === String(expected) && answer.more === plain.length > 1000
    compared += 1
    if (!same) wrong.push({ needle, status, type, found: found.length, expected: expected.length })
  }
  return { compared, wrong }
}
