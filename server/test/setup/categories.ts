import { type CategoryKind, categoryCalls as calls } from '@screening-room/contract/categories'
import { videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { expectWhole } from './checks.ts'
import type { Client } from './client.ts'
import { addVideos } from './items.ts'
import { startServer, type TestServer } from './server.ts'

/* Categories with their tags and videos, and those who manage them. */

interface People {
  server: TestServer
  wang: Client
  zhao: Client
  /** The reviewer. */
  li: Client
}

/** Each test starts without categories, and leaves a whole record. */
export function manageCategories() {
  const scene = {} as People
  beforeAll(async () => {
    scene.server = await startServer()
    scene.wang = await scene.server.signIn('administrator', 'Wang Fang')
    scene.zhao = await scene.server.signIn('administrator', '赵敏')
    scene.li = await scene.server.signIn('reviewer', 'Li Wei')
  })
  afterAll(() => scene.server.close())
  beforeEach(async () => {
    for (const table of [sql`video_tag`, sql`tag`, sql`category`])
      await scene.server.owner.query(sql`delete from ${table}`)
  })
  afterEach(() => expectWhole(scene.server))

  return {
    scene,
    /** A category of this name with tags of these names. */
    async addCategory(typeName: string, ...tagNames: string[]) {
      const { id } = (await scene.wang.send(calls.addCategory, { typeName })).body.data
      const tags: number[] = []
      for (const tagName of tagNames)
        tags.push((await scene.wang.send(calls.addTag, { typeId: id, tagName })).body.data.id)
      return { id, tags }
    },
    /** Personal videos in this category, each with these tags. */
    async addVideosIn(categoryId: number, count: number, tags: readonly number[] = []) {
      const { owner } = scene.server
      const ids = await addVideos(owner, count, { type: videoType.personal })
      await owner.query(
        sql`update video set category_id = ${categoryId} where id = any (${ids}::bigint[])`,
      )
      await owner.query(sql`
        insert into video_tag (video_id, tag_id)
        select v, t from unnest(${ids}::bigint[]) v, unnest(${tags}::bigint[]) t`)
      return ids
    },
    maps: async () => (await scene.li.send(calls.maps, {})).body.data,
    videoOf: async (id: number) => (await scene.li.send(videoCalls.personal.get, { id })).body.data,
    /** What happened to it after it was added. */
    eventsAbout: (kind: CategoryKind, id: number) =>
      scene.server.owner.query<{ action: string; by: number; details: object }>(sql`
        select action, actor_id as by, details from event
        where queue = ${kind} and subject_id = ${id} order by id offset 1`),
    async merge(kind: CategoryKind, id: number, into: number, who = scene.wang) {
      const { body } = await who.send(calls.mergePreview, { kind, id, into })
      return who.send(calls.merge, { kind, id, into, state: body.data.state })
    },
  }
}
