import { categoryCalls as calls } from '@screening-room/contract/categories'
import { videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { describe, expect, test } from 'vitest'
import { manageCategories } from './setup/categories.ts'
import type { Client } from './setup/client.ts'
import { addVideo } from './setup/items.ts'
import { dice } from './setup/seed.ts'

/* Rename, order and hide: categories and tags, with their events. */

const chinese = { 'accept-language': 'zh-CN' }
const { personal } = videoCalls
const roll = dice('categories-manage')
const { scene, addCategory, addVideosIn, maps, videoOf, eventsAbout, merge } = manageCategories()

describe('a rename', () => {
  test('changes both names, of a category and of a tag, with what was and what is in the event', async () => {
    const { body } = await scene.wang.send(calls.addCategory, {
      typeName: '电影',
      typeNameEn: 'Film',
    })
    const film = body.data.id
    const added = await scene.wang.send(calls.addTag, { typeId: film, tagName: '短片' })
    const short = added.body.data.id
    const names = { name: ' 影片 ', nameEn: ' Movies ', wasName: '电影', wasNameEn: 'Film' }
    expect(
      await scene.wang.send(calls.rename, { kind: 'category', id: film, ...names }),
    ).toMatchObject({
      code: 200,
    })
    const tag = { kind: 'tag', id: short, name: '短剧', wasName: '短片' } as const
    expect((await scene.wang.send(calls.rename, tag)).code).toBe(200)
    expect(await maps()).toMatchObject({
      typeTags: { 影片: { [short]: '短剧' } },
      english: { types: { [film]: 'Movies' } },
    })
    expect(await eventsAbout('category', film)).toEqual([
      {
        action: 'renameCategory',
        by: scene.wang.userId,
        details: {
          from: { name: '电影', nameEn: 'Film' },
          to: { name: '影片', nameEn: 'Movies' },
        },
      },
    ])
    expect(await eventsAbout('tag', short)).toMatchObject([{ action: 'renameTag' }])
  })

  test('from a stale screen is refused with the names as they are and who changed them', async () => {
    const film = (await addCategory('电影')).id
    const as = (name: string) => ({ kind: 'category', id: film, name, wasName: '电影' }) as const
    expect((await scene.zhao.send(calls.rename, as('影片'))).code).toBe(200)
    expect(await scene.wang.send(calls.rename, as('影像'))).toMatchObject({
      status: 200,
      code: 409,
      msg: 'Changed by 赵敏 in the meantime. Now: 影片',
    })
    expect((await scene.wang.send(calls.rename, as('影像'), chinese)).msg).toBe(
      '赵敏 已先作修改，现为：影片',
    )
    expect(await eventsAbout('category', film)).toHaveLength(1)
  })

  test('to a name that is taken, hidden or merged is refused by a sentence that says which', async () => {
    const [film, music, puppets, opera] = [
      await addCategory('电影', '短片', '长片'),
      await addCategory('音乐'),
      await addCategory('木偶'),
      await addCategory('戏曲'),
    ]
    await scene.wang.send(calls.setHidden, { kind: 'category', id: puppets.id, hidden: 'true' })
    await merge('category', opera.id, music.id)
    const rename = async (name: string) => {
      const input = { kind: 'category', id: film.id, name, wasName: '电影' } as const
      return (await scene.wang.send(calls.rename, input)).msg
    }
    expect(await rename('音\u200b乐')).toBe('This category already exists')
    expect(await rename('木偶')).toMatch('already exists but is hidden')
    expect(await rename('戏曲')).toBe('“戏曲” is merged into “音乐”')
    expect((await scene.wang.send(calls.addCategory, { typeName: '木偶' }, chinese)).msg).toBe(
      '该分类已存在，但已隐藏，请重新显示',
    )
    expect((await scene.wang.send(calls.addCategory, { typeName: '戏曲' }, chinese)).msg).toBe(
      '“戏曲”已合并到“音乐”',
    )
    const tag = { kind: 'tag', id: film.tags[0] ?? 0, name: '长片', wasName: '短片' } as const
    expect((await scene.wang.send(calls.rename, tag)).msg).toBe('This tag already exists')
    expect(await eventsAbout('category', film.id)).toEqual([])
    // Only its spelling changes: its own name is not in its way.
    expect(await rename('电影 ')).toBe('ok')
    expect(
      await scene.wang.send(calls.rename, {
        kind: 'category',
        id: film.id,
        name: '\u200b',
        wasName: '电影',
      }),
    ).toMatchObject({ code: 400, msg: 'name is required' })
  })
})

describe('an order', () => {
  const orderOf = async () => (await maps()).order
  const move = (who: Client, id: number, was: number | undefined, after: number | undefined) =>
    who.send(calls.move, { kind: 'category', id, ...(was && { was }), ...(after && { after }) })

  test('is kept for categories and for tags, and what is added later comes last', async () => {
    const [a, b, c] = [
      await addCategory('甲', '一', '二', '三'),
      await addCategory('乙'),
      await addCategory('丙'),
    ]
    expect((await move(scene.wang, c.id, b.id, undefined)).code).toBe(200)
    const d = await addCategory('丁')
    expect(await orderOf()).toEqual([c.id, a.id, b.id, d.id])
    expect((await scene.li.send(calls.list, {})).body.data.map(({ id }) => id)).toEqual(
      await orderOf(),
    )
    const [first, second, third] = a.tags
    const tag = { kind: 'tag', id: first ?? 0, after: third ?? 0 } as const
    expect((await scene.wang.send(calls.move, tag)).code).toBe(200)
    expect((await maps()).tagOrder).toEqual([second, third, first])
    expect(await eventsAbout('category', c.id)).toMatchObject([
      {
        action: 'moveCategory',
        details: { from: { after: b.id }, to: { after: null }, order: [c.id, a.id, b.id] },
      },
    ])
  })

  test('two administrators who move the same category: one does, one is told where it is now', async () => {
    const [a, b, c] = [
      (await addCategory('甲')).id,
      (await addCategory('乙')).id,
      (await addCategory('丙')).id,
    ]
    const answers = await Promise.all([
      move(scene.wang, b, a, undefined),
      move(scene.zhao, b, a, c),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    const refused = answers.find(({ code }) => code === 409)
    expect(refused?.msg).toMatch(/^Changed by (Wang Fang|赵敏) in the meantime\. Now: “乙” is /)
    expect([
      [b, a, c],
      [a, c, b],
    ]).toContainEqual(await orderOf())
    expect(await eventsAbout('category', b)).toHaveLength(1)
  })

  test('many moves at once end in an order that holds each category once', async () => {
    const ids: number[] = []
    for (let n = 0; n < 6; n++) ids.push((await addCategory(`类 ${n}`)).id)
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => {
        const from = 1 + roll.below(5)
        const [id = 0, was = 0] = [ids[from], ids[from - 1]]
        const others = ids.filter((one) => one !== id)
        return move(n % 2 ? scene.wang : scene.zhao, id, was, others[roll.below(5)])
      }),
    )
    for (const { code } of answers) expect([200, 409]).toContain(code)
    expect([...((await orderOf()) ?? [])].sort()).toEqual([...ids].sort())
  })

  test('does not take what is not its sibling', async () => {
    const [a, b] = [await addCategory('甲', '一'), await addCategory('乙', '二')]
    const input = { kind: 'tag', id: a.tags[0] ?? 0, after: b.tags[0] ?? 0 } as const
    expect(await scene.wang.send(calls.move, input)).toMatchObject({ code: 404 })
    expect(await move(scene.wang, 404_404, undefined, a.id)).toMatchObject({
      code: 404,
      msg: 'category 404404 does not exist',
    })
  })
})

describe('a hidden category or tag', () => {
  test('is not offered and not chosen, and stays on the videos that have it', async () => {
    const [film, music] = [await addCategory('电影', '短片', '长片'), await addCategory('音乐')]
    const [short = 0, long = 0] = film.tags
    const [old = 0] = await addVideosIn(film.id, 1, film.tags)
    for (const subject of [
      { kind: 'tag', id: short } as const,
      { kind: 'category', id: film.id } as const,
    ])
      for (let times = 0; times < 2; times++)
        expect((await scene.wang.send(calls.setHidden, { ...subject, hidden: 'true' })).code).toBe(
          200,
        )

    expect((await scene.li.send(calls.list, {})).body).toMatchObject({
      data: [{ id: music.id }],
      hidden: [{ id: film.id, name: '电影' }],
    })
    expect(await maps()).toMatchObject({
      types: { [music.id]: '音乐' },
      typeTags: { 音乐: {} },
      order: [film.id, music.id],
      hidden: {
        types: { [film.id]: '电影' },
        typeTags: { [film.id]: { [short]: '短片', [long]: '长片' } },
        tags: [short],
      },
    })
    expect(await videoOf(old)).toMatchObject({
      categoryId: film.id,
      tags: [
        { id: short, name: '短片', hidden: true },
        { id: long, name: '长片', hidden: false },
      ],
    })
    const other = await addVideo(scene.server.owner, { type: videoType.personal })
    expect(await scene.li.send(personal.tag, { videoId: other, typeId: film.id })).toMatchObject({
      code: 409,
      msg: '“电影” is hidden and cannot be chosen',
    })
    // Where it is already, nothing changes.
    expect((await scene.li.send(personal.tag, { videoId: old, typeId: film.id })).code).toBe(200)
    expect((await scene.wang.send(calls.addTag, { typeId: film.id, tagName: '短片' })).msg).toMatch(
      'hidden',
    )

    const shown = { kind: 'category', id: film.id, hidden: 'false' } as const
    expect((await scene.wang.send(calls.setHidden, shown)).code).toBe(200)
    expect((await scene.li.send(personal.tag, { videoId: other, typeId: film.id })).code).toBe(200)
    expect((await maps()).typeTags).toEqual({ 电影: { [long]: '长片' }, 音乐: {} })
    expect((await eventsAbout('category', film.id)).map(({ action }) => action)).toEqual([
      'hideCategory',
      'showCategory',
    ])
  })
})

test('a reviewer may do none of it', async () => {
  const { id } = await addCategory('电影')
  const subject = { kind: 'category', id } as const
  const forbidden = { status: 403, code: 403, msg: 'Insufficient permission' }
  const tries = [
    scene.li.send(calls.rename, { ...subject, name: '影片', wasName: '电影' }),
    scene.li.send(calls.move, { ...subject }),
    scene.li.send(calls.setHidden, { ...subject, hidden: 'true' }),
    scene.li.send(calls.mergePreview, { ...subject, into: id }),
    scene.li.send(calls.merge, { ...subject, into: id, state: 'x' }),
    scene.li.send(calls.unmerge, { ...subject, from: id }),
    scene.li.send(calls.merges, {}),
  ]
  for (const answer of await Promise.all(tries)) expect(answer).toMatchObject(forbidden)
  expect(await eventsAbout('category', id)).toEqual([])
})
