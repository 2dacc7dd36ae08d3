import { historyCalls } from '@screening-room/contract/history'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { addCertifications, addProjects, addVideo, eventsOf, statusOf } from './setup/items.ts'
import { changeUnrecorded } from './setup/status-changes.ts'
import { until } from './setup/test-support.ts'
import { endGrace, type Fields, holderOf, setScene } from './setup/undo.ts'

const { pending, approved, rejected, takenDown } = status
const scene = setScene()

describe('opening again:', () => {
  test('a decided item is pending again, with a reason, on the record, and the platform is told', async () => {
    const [authId = 0] = await addCertifications(scene.server.owner, 1, { status: rejected })
    const [projectId = 0] = await addProjects(scene.server.owner, 1)
    const videoId = await addVideo(scene.server.owner, { status: takenDown })
    await changeUnrecorded(
      scene.server.owner,
      'project',
      sql`update project set status = ${approved} where id = ${projectId}`,
    )
    for (const [queue, id, before] of [
      ['certification', authId, rejected],
      ['project', projectId, approved],
      ['video', videoId, takenDown],
    ] as const) {
      const { code } = await scene.li.send(historyCalls.reopen, {
        queue,
        id,
        message: ' a mistake ',
      })
      expect(code).toBe(200)
      expect(await statusOf(scene.server.owner, queue, id)).toBe(pending)
      expect(await eventsOf(scene.server.owner, queue, id)).toMatchObject([
        { action: 'reopen', before, after: pending, reason: 'a mistake', actorId: scene.li.userId },
      ])
      expect(await holderOf(scene, queue, id)).toMatchObject({ lease: null })
    }
    await endGrace(scene)
    scene.tell()
    await until(() => scene.receiver.taken.length === 3)
    expect(
      scene.receiver.taken.every(({ action, after }) => action === 'reopen' && after === 0),
    ).toBe(true)
  })

  test('is refused without a reason, for what is pending, for what is not there, and to reviewers', async () => {
    const id = await addVideo(scene.server.owner)
    const reopen = (input: Fields, by = scene.li) =>
      by.sendRaw(historyCalls.reopen, { queue: 'video', id, message: 'x', ...input })
    expect(await reopen({})).toMatchObject({ code: 409, msg: 'Not possible: it is pending' })
    expect(await reopen({ message: ' \u200b' })).toMatchObject({ code: 400 })
    expect(await reopen({ id: 999_999 })).toMatchObject({ code: 404 })
    expect(await reopen({}, scene.wang)).toMatchObject({ status: 403 })
    expect(await reopen({ queue: 'report' })).toMatchObject({ code: 400 })

    await scene.li.send(videoCalls.project.approve, { videoId: id })
    expect((await reopen({ message: 'first' })).code).toBe(200)
    // Sent again it is done once; for another reason it is too late.
    expect((await reopen({ message: 'first' })).code).toBe(200)
    expect((await reopen({ message: 'second' })).msg).toMatch(/^Already opened again by Li Wei/)
    expect(await eventsOf(scene.server.owner, 'video', id)).toHaveLength(2)
  })
})
