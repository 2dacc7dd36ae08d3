// @module-tag torture
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { describe, expect, test } from 'vitest'
import { many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { eachOf, expectWaiting } from './setup/checks.ts'
import { take } from './setup/focus.ts'
import { addVideos, eventsOf, statusOf } from './setup/items.ts'
import { dice } from './setup/seed.ts'
import { until } from './setup/test-support.ts'
import { countOpen, decided, setScene, tooLate, undo } from './setup/undo.ts'

const { pending, approved, takenDown } = status
const scene = setScene()

describe('races:', () => {
  const count = many(15, 100, 2000)
  const roll = dice('undo')
  const hesitate = () => new Promise((resolve) => setTimeout(resolve, roll.below(12)))
  async function decideMany(wanted = count) {
    const ids = await addVideos(scene.server.owner, wanted)
    const decisions: { id: number; decision: string }[] = []
    for (const id of ids) {
      const item = await take(scene.wang, scene.desk)
      expect(item.id).toBe(id)
      decisions.push({ id, decision: await decided(scene, item, 'approve') })
    }
    return decisions
  }

  test('undo against somebody else’s take-down: one of both, and the other is told', async () => {
    const outcomes = new Set<string>()
    await eachOf(await decideMany(), async ({ id, decision }) => {
      const [undone, down] = await Promise.all([
        hesitate().then(() => undo(scene, decision)),
        hesitate().then(() =>
          scene.li.send(videoCalls.project.takeDown, {
            videoId: id,
            videoType: 2,
            offlineReasons: scene.reasons,
          }),
        ),
      ])
      // A take-down may come after the undo as well: a pending video can be taken down.
      expect(down.code).toBe(200)
      if (undone.code !== 200) expect(undone.msg).toMatch(/^Already taken down by Li Wei/)
      expect(await statusOf(scene.server.owner, 'video', id)).toBe(takenDown)
      const actions = (await eventsOf(scene.server.owner, 'video', id)).map(({ action }) => action)
      expect(actions.join()).toBe(
        undone.code === 200 ? 'approve,undo,takeDown' : 'approve,takeDown',
      )
      outcomes.add(actions.join())
    })
    console.log(`undo against take-down: ${[...outcomes].join(' | ')}`)
  })

  test('undo against delivery: taken back and never told, or told and too late', async () => {
    const all = await decideMany()
    await scene.server.owner.query(sql`
      update outbox set due_at = now() + random() * make_interval(secs => ${count / 25}) where state = 'waiting'`)
    scene.tell()
    const back: number[] = []
    await eachOf(all, async ({ id, decision }) => {
      await new Promise((resolve) => setTimeout(resolve, roll.below(250)))
      const { code, msg } = await undo(scene, decision)
      if (code === 200) back.push(id)
      else expect(msg).toBe(tooLate.msg)
    })
    await until(async () => (await countOpen(scene)) === 0)
    const told = scene.receiver.requests.map((request) => request.told.subject)
    expect([...told, ...back].sort((a, b) => a - b)).toEqual(all.map(({ id }) => id))
    for (const id of back) expect(await statusOf(scene.server.owner, 'video', id)).toBe(pending)
    console.log(`undo against delivery: ${back.length} taken back, ${told.length} told`)
  })

  test('a row that a sender is just taking is waited for, and then it is too late', async () => {
    const [{ id, decision } = expect.fail()] = await decideMany(1)
    const { owner } = scene.server
    let late: ReturnType<typeof undo> | undefined
    await owner.transaction(async (tx) => {
      await tx.query(sql`update outbox set state = 'sending' where decision = ${decision}::uuid`)
      late = undo(scene, decision)
      await expectWaiting(owner)
    })
    expect(await late).toMatchObject(tooLate)
    expect(await statusOf(owner, 'video', id)).toBe(approved)
    expect(await eventsOf(owner, 'video', id)).toHaveLength(1)
  })

  test('the same undo eight times at once is done once', async () => {
    const [{ id, decision } = expect.fail()] = await decideMany(1)
    const answers = await Promise.all(Array.from({ length: 8 }, () => undo(scene, decision)))
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200))
    expect(await eventsOf(scene.server.owner, 'video', id)).toHaveLength(2)
  })
})
