import { randomUUID } from 'node:crypto'
import { type CategoryKind, categoryCalls as calls } from '@screening-room/contract/categories'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { manageCategories } from './setup/categories.ts'

/* Merges of categories and tags, and their undo. */

const chinese = { 'accept-language': 'zh-CN' }
const { personal } = videoCalls
const { scene, addCategory, addVideosIn, maps, videoOf, eventsAbout, merge } = manageCategories()

/** Everything that a merge might change; `xmin` also tells of a row that was written as it was. */
const wholeState = () =>
  scene.server.owner.query<Record<string, unknown>>(sql`
    select (select json_agg(c order by id) from (select id, name, hidden, merged_into from category) c) as categories,
      (select json_agg(t order by id)
        from (select id, category_id, name, hidden, merged_into, merged_with from tag) t) as tags,
      (select json_agg(v order by id) from (select id, category_id, update_time, xmin::text from video) v) as videos,
      (select json_agg(x) from (select video_id, tag_id, xmin::text from video_tag order by 1, 2) x) as "videoTags"`)

describe('a merge', () => {
  async function twoCategories() {
    const film = await addCategory('电影', '短片', '纪实', '长片')
    const movie = await addCategory('影片', '动作', ' 短片')
    const videos = await addVideosIn(film.id, 12, film.tags.slice(0, 2))
    return { film, movie, videos }
  }

  test('shows beforehand how many videos and which tags move, and which are joined', async () => {
    const { film, movie } = await twoCategories()
    const input = { kind: 'category', id: film.id, into: movie.id } as const
    const { body } = await scene.wang.send(calls.mergePreview, input)
    expect(body.data).toMatchObject({
      videos: { count: 12, exact: true },
      moved: [{ name: '纪实' }, { name: '长片' }],
      joined: [{ from: { id: film.tags[0] }, into: { id: movie.tags[1] } }],
    })
    const tag = { kind: 'tag', id: film.tags[0] ?? 0, into: film.tags[2] ?? 0 } as const
    expect((await scene.wang.send(calls.mergePreview, tag)).body.data).toMatchObject({
      videos: { count: 12, exact: true },
      moved: [],
      joined: [],
    })
  })

  test('writes no video, moves them all by reference, and its undo leaves everything as it was', async () => {
    const { film, movie, videos } = await twoCategories()
    const [video = 0] = videos
    const [before, mapsBefore, seen] = [await wholeState(), await maps(), await videoOf(video)]
    expect((await merge('category', film.id, movie.id)).code).toBe(200)

    const [merged] = await wholeState()
    expect(merged).toMatchObject({ videos: before[0]?.videos, videoTags: before[0]?.videoTags })
    expect(await maps()).toMatchObject({
      types: { [movie.id]: '影片' },
      tagOrder: [...movie.tags, film.tags[1], film.tags[2]],
    })
    expect(await videoOf(video)).toMatchObject({
      categoryId: movie.id,
      tags: [{ id: movie.tags[1], name: '短片' }, { id: film.tags[1] }],
    })
    const list = await scene.li.send(personal.list, {
      page: 1,
      pageSize: 100,
      viewStatus: status.pending,
    })
    const listed = list.body.data.filter(({ id }) => videos.includes(id))
    expect(listed.map(({ categoryId }) => categoryId)).toEqual(Array(12).fill(movie.id))
    expect((await scene.li.send(personal.tag, { videoId: video, typeId: film.id })).msg).toBe(
      '“电影” is merged into “影片”',
    )

    const undo = { kind: 'category', id: film.id, from: movie.id } as const
    expect((await scene.zhao.send(calls.unmerge, undo)).code).toBe(200)
    expect(await wholeState()).toEqual(before)
    expect(await maps()).toEqual(mapsBefore)
    expect(await videoOf(video)).toEqual(seen)
    expect(await eventsAbout('category', film.id)).toMatchObject([
      {
        action: 'mergeCategory',
        by: scene.wang.userId,
        details: {
          to: { mergedInto: { id: movie.id, name: '影片' } },
          moved: film.tags.slice(1),
          joined: [{ from: film.tags[0], into: movie.tags[1] }],
        },
      },
      { action: 'unmergeCategory', by: scene.zhao.userId, details: { to: { mergedInto: null } } },
    ])
  })

  test('of a merge is followed to its end, and each is undone for itself', async () => {
    const [a, b, c] = [
      await addCategory('甲', '一'),
      await addCategory('乙', '二'),
      await addCategory('丙'),
    ]
    const [video = 0] = await addVideosIn(a.id, 1, a.tags)
    const before = await wholeState()
    await merge('category', a.id, b.id)
    await merge('category', b.id, c.id)
    expect((await videoOf(video)).categoryId).toBe(c.id)
    expect((await maps()).typeTags).toEqual({
      丙: { [b.tags[0] ?? 0]: '二', [a.tags[0] ?? 0]: '一' },
    })
    expect((await scene.wang.send(calls.merges, {})).body.data).toMatchObject([
      { kind: 'category', id: a.id, into: b.id },
      { kind: 'category', id: b.id, into: c.id },
    ])
    await scene.wang.send(calls.unmerge, { kind: 'category', id: a.id, from: b.id })
    expect((await videoOf(video)).categoryId).toBe(a.id)
    await scene.wang.send(calls.unmerge, { kind: 'category', id: b.id, from: c.id })
    expect(await wholeState()).toEqual(before)
  })

  test('of tags joins them on every video, once, and its undo separates them', async () => {
    const film = await addCategory('电影', '短片', '短剧')
    const [short = 0, play = 0] = film.tags
    const [both = 0] = await addVideosIn(film.id, 1, [short, play])
    await merge('tag', play, short)
    expect((await videoOf(both)).tags).toMatchObject([{ id: short }])
    expect((await maps()).typeTags).toEqual({ 电影: { [short]: '短片' } })
    expect((await scene.wang.send(calls.addTag, { typeId: film.id, tagName: '短剧' })).msg).toBe(
      '“短剧” is merged into “短片”',
    )
    expect(
      (await scene.wang.send(calls.unmerge, { kind: 'tag', id: play, from: short })).code,
    ).toBe(200)
    expect((await videoOf(both)).tags).toMatchObject([{ id: short }, { id: play }])
  })

  test('that is not what the preview showed is refused, and changes nothing', async () => {
    const { film, movie } = await twoCategories()
    const input = { kind: 'category', id: film.id, into: movie.id } as const
    const { body } = await scene.wang.send(calls.mergePreview, input)
    await scene.zhao.send(calls.addTag, { typeId: movie.id, tagName: '纪实' })
    const before = await wholeState()
    const merging = { ...input, state: body.data.state }
    expect(await scene.wang.send(calls.merge, merging)).toMatchObject({ code: 409 })
    expect((await scene.wang.send(calls.merge, merging, chinese)).msg).toBe(
      '预览之后名称或标签有变动，请重新确认',
    )
    expect(await wholeState()).toEqual(before)
  })

  test('by two administrators at once in opposite directions: one does, one is refused', async () => {
    const { film, movie } = await twoCategories()
    const ways = [
      { who: scene.wang, input: { kind: 'category', id: film.id, into: movie.id } as const },
      { who: scene.zhao, input: { kind: 'category', id: movie.id, into: film.id } as const },
    ]
    const seen = await Promise.all(
      ways.map(({ who, input }) => who.send(calls.mergePreview, input)),
    )
    const answers = await Promise.all(
      ways.map(({ who, input }, way) =>
        who.send(calls.merge, { ...input, state: seen[way]?.body.data.state ?? '' }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(Object.keys((await maps()).types)).toHaveLength(1)
  })

  test('goes to another one that is shown, and a tag’s stays in its category', async () => {
    const { film, movie } = await twoCategories()
    const preview = async (kind: CategoryKind, id: number, into: number) =>
      (await scene.wang.send(calls.mergePreview, { kind, id, into })).msg
    expect(await preview('category', film.id, film.id)).toBe('into must be another one')
    expect(await preview('tag', film.tags[0] ?? 0, movie.tags[0] ?? 0)).toBe(
      'into must be a tag of the same category',
    )
    expect(await preview('category', film.id, 404_404)).toBe('category 404404 does not exist')
    await scene.wang.send(calls.setHidden, { kind: 'category', id: movie.id, hidden: 'true' })
    expect(await preview('category', film.id, movie.id)).toBe(
      '“影片” is hidden and cannot be chosen',
    )
  })

  test('leaves no way to a second tag of one name: not by adding, renaming or separating', async () => {
    const { film, movie } = await twoCategories()
    await merge('category', film.id, movie.id)
    const refusedTag = { kind: 'tag', id: film.tags[0] ?? 0, from: movie.tags[1] ?? 0 } as const
    expect((await scene.wang.send(calls.unmerge, refusedTag)).msg).toBe(
      '“短片” was joined when “电影” was merged; undo that merge instead',
    )
    expect((await scene.wang.send(calls.addTag, { typeId: movie.id, tagName: '纪实' })).msg).toBe(
      'This tag already exists',
    )
    const renamed = { kind: 'tag', id: movie.tags[0] ?? 0, name: '长片', wasName: '动作' } as const
    expect((await scene.wang.send(calls.rename, renamed)).msg).toBe('This tag already exists')
    expect((await scene.wang.send(calls.addTag, { typeId: film.id, tagName: '新' })).msg).toBe(
      '“电影” is merged into “影片”',
    )
  })

  test('sent again under its key, or undone twice, is one event', async () => {
    const { film, movie } = await twoCategories()
    const input = { kind: 'category', id: film.id, into: movie.id } as const
    const { state } = (await scene.wang.send(calls.mergePreview, input)).body.data
    const key = { 'idempotency-key': randomUUID() }
    for (const headers of [key, key, {}])
      expect((await scene.wang.send(calls.merge, { ...input, state }, headers)).code).toBe(200)
    const undo = { kind: 'category', id: film.id, from: movie.id } as const
    expect((await scene.wang.send(calls.unmerge, { ...undo, from: film.id })).code).toBe(409)
    for (let times = 0; times < 2; times++)
      expect((await scene.wang.send(calls.unmerge, undo)).code).toBe(200)
    expect((await eventsAbout('category', film.id)).map(({ action }) => action)).toEqual([
      'mergeCategory',
      'unmergeCategory',
    ])
  })
})

test('in a large table the videos are estimated from a sample', async () => {
  const film = await addCategory('电影')
  const movie = await addCategory('影片')
  await addVideosIn(film.id, 200)
  // One row fills a page: there are more pages than a sample has.
  await scene.server.owner.query(sql`alter table video alter introduction set storage plain`)
  await scene.server.owner.query(sql`
    insert into video (type, uploader_id, introduction)
    select 1, 1, string_agg(md5(n::text || m::text), '')
    from generate_series(1, 2100) n, generate_series(1, 150) m group by n`)
  const input = { kind: 'category', id: film.id, into: movie.id } as const
  const { body } = await scene.wang.send(calls.mergePreview, input)
  expect(body.data.videos.exact).toBe(false)
})
