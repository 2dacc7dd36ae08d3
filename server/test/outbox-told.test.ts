import { categoryCalls } from '@screening-room/contract/categories'
import { reasonCalls } from '@screening-room/contract/reasons'
import { featuredTypeId, status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { take } from './setup/focus.ts'
import { addVideo, statusOf } from './setup/items.ts'
import { accepts } from './setup/receiver.ts'
import { until } from './setup/test-support.ts'
import { countOpen, decided, endGrace, setScene, undo } from './setup/undo.ts'

/* What the platform is told of besides decisions: all it needs to do the same. */

const scene = setScene()
const { personal, project } = videoCalls

async function tellAll() {
  await endGrace(scene)
  scene.tell()
  await until(async () => (await countOpen(scene)) === 0)
  return scene.receiver.requests.map(({ told, genuine }) => {
    expect(genuine).toBe(true)
    return told
  })
}
/** Null until it is sealed. */
const isSeal = (seal: unknown) => seal === null || typeof seal === 'object'
/** Null for what has no versions. */
const isVersion = (version: unknown) => version === null || version === 1
const common = (by = scene.li) => ({
  event: expect.any(Number),
  decision: expect.stringMatching(/^[0-9a-f-]{36}$/),
  external_id: null,
  before: null,
  after: null,
  reason: '',
  reasonIds: [],
  marks: [],
  reasons: [],
  reason_texts: null,
  report: null,
  strikes: null,
  seal: expect.toSatisfy(isSeal),
  version: expect.toSatisfy(isVersion),
  by: { id: by.userId, nickName: by === scene.li ? 'Li Wei' : '王芳' },
  at: expect.stringMatching(/Z$/),
})
async function addCategory(typeName: string, typeNameEn?: string): Promise<number> {
  const { body } = await scene.li.send(categoryCalls.addCategory, {
    typeName,
    ...(typeNameEn && { typeNameEn }),
  })
  return body.data.id
}
beforeEach(async () => {
  await scene.server.owner.query(sql`delete from tag`)
  await scene.server.owner.query(sql`delete from category`)
})

describe('the platform is told of', () => {
  test('a featured video, with its type, once', async () => {
    const subject = await addVideo(scene.server.owner)
    for (let times = 0; times < 2; times++)
      await scene.wang.send(project.tag, { videoId: subject, typeId: featuredTypeId })
    expect(await tellAll()).toEqual([
      {
        ...common(scene.wang),
        queue: 'video',
        subject,
        action: 'feature',
        data: { videoType: videoType.project },
      },
    ])
  })

  test('a video’s category and the one before, with their names', async () => {
    const subject = await addVideo(scene.server.owner, { type: videoType.personal })
    const first = await addCategory('纪录片')
    const second = await addCategory('动画', 'Animation')
    for (const typeId of [first, second])
      await scene.wang.send(personal.tag, { videoId: subject, typeId })
    const told = (await tellAll()).filter(({ queue }) => queue === 'video')
    const message = { ...common(scene.wang), queue: 'video', subject, action: 'categorize' }
    const named = { id: first, name: '纪录片', nameEn: null }
    expect(told).toEqual([
      { ...message, data: { videoType: videoType.personal, category: named, previous: null } },
      {
        ...message,
        data: {
          videoType: videoType.personal,
          category: { id: second, name: '动画', nameEn: 'Animation' },
          previous: named,
        },
      },
    ])
  })

  test('a new category and a new tag, with their names in both languages', async () => {
    const id = await addCategory(' 动画 ', ' Animation ')
    const { body } = await scene.li.send(categoryCalls.addTag, {
      typeId: id,
      tagName: '定格',
      tagNameEn: 'Stop motion',
    })
    const plain = await addCategory('音乐')
    const told = await tellAll()
    const bySubject = (queue: string, subject: number) =>
      told.filter((one) => one.queue === queue && one.subject === subject)
    expect(told).toHaveLength(3)
    expect(bySubject('category', id)).toEqual([
      {
        ...common(),
        queue: 'category',
        subject: id,
        action: 'addCategory',
        data: { name: '动画', nameEn: 'Animation' },
      },
    ])
    expect(bySubject('category', plain)).toMatchObject([{ data: { name: '音乐', nameEn: null } }])
    expect(bySubject('tag', body.data.id)).toEqual([
      {
        ...common(),
        queue: 'tag',
        subject: body.data.id,
        action: 'addTag',
        data: {
          name: '定格',
          nameEn: 'Stop motion',
          category: { id, name: '动画', nameEn: 'Animation' },
        },
      },
    ])
  })

  test('what becomes of a category, with what was before and what is after', async () => {
    const [id, into] = [await addCategory('动画'), await addCategory('电影')]
    const subject = { kind: 'category', id } as const
    await scene.li.send(categoryCalls.rename, { ...subject, name: '动漫', wasName: '动画' })
    await scene.li.send(categoryCalls.move, { ...subject, after: into })
    await scene.li.send(categoryCalls.setHidden, { ...subject, hidden: 'true' })
    const { body } = await scene.li.send(categoryCalls.mergePreview, { ...subject, into })
    await scene.li.send(categoryCalls.merge, { ...subject, into, state: body.data.state })
    await scene.li.send(categoryCalls.unmerge, { ...subject, from: into })
    const told = (await tellAll()).filter((one) => one.subject === id).slice(1)
    const film = { id: into, name: '电影', nameEn: null }
    const [, move] = told
    expect(move).toEqual({
      ...common(),
      queue: 'category',
      subject: id,
      action: 'moveCategory',
      data: { from: { after: null }, to: { after: into }, order: [into, id] },
    })
    expect(told.map(({ action, data }) => [action, data])).toMatchObject([
      ['renameCategory', { from: { name: '动画', nameEn: null }, to: { name: '动漫' } }],
      ['moveCategory', {}],
      ['hideCategory', { from: { hidden: false }, to: { hidden: true } }],
      ['mergeCategory', { to: { mergedInto: film }, moved: [], joined: [] }],
      ['unmergeCategory', { from: { mergedInto: film }, to: { mergedInto: null } }],
    ])
  })
})

test('what is done to one video comes in order, one message at a time', async () => {
  let open = 0
  let most = 0
  scene.receiver.manner = (response, told) => {
    if (told.queue !== 'video') return accepts(response, told)
    most = Math.max(most, ++open)
    setTimeout(() => {
      open--
      accepts(response, told)
    }, 400)
  }
  const videoId = await addVideo(scene.server.owner, { type: videoType.personal })
  const typeId = await addCategory('动画')
  await scene.li.send(personal.tag, { videoId, typeId })
  await scene.li.send(personal.approve, { videoId })
  await scene.li.send(personal.tag, { videoId, typeId: featuredTypeId })
  await scene.li.send(personal.takeDown, {
    videoId,
    videoType: videoType.personal,
    offlineReasons: scene.reasons,
  })
  const told = (await tellAll()).filter(({ queue }) => queue === 'video')
  scene.receiver.manner = accepts
  expect(most).toBe(1)
  expect(told.map(({ action }) => action)).toEqual(['categorize', 'approve', 'feature', 'takeDown'])
})

test('featured in the grace of a decision that is taken back: told without the status that never was', async () => {
  const videoId = await addVideo(scene.server.owner)
  const decision = await decided(scene, await take(scene.wang, scene.desk), 'approve')
  await scene.wang.send(project.tag, { videoId, typeId: featuredTypeId })
  expect((await undo(scene, decision)).code).toBe(200)
  expect(await statusOf(scene.server.owner, 'video', videoId)).toBe(status.pending)
  expect(await tellAll()).toMatchObject([{ action: 'feature', before: null, after: null }])
})

test('reasons to reject are internal: a new one is told to nobody', async () => {
  const words = { label: '太暗', labelEn: 'Too dark', text: '太暗', textEn: 'Too dark' }
  const { code } = await scene.li.send(reasonCalls.add, { queue: 'video', ...words })
  expect(code).toBe(200)
  expect(await countOpen(scene)).toBe(0)
})
