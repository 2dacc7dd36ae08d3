import { everyList } from './lists.mjs'
import { mixed } from './mixed.mjs'
import { overload } from './overload.mjs'
import { counted, expectWhole, withServer } from './setup.mjs'
import { slow } from './slow.mjs'

/* Everything that is timed, on one store: filling it takes longer than any of these. */

await withServer(async (scene) => {
  for (const [id, work] of Object.entries({ L1: mixed, L5: everyList, L6: slow, L3: overload })) {
    await counted(id, async () => {
      const count = await work(scene)
      await expectWhole(scene.owner)
      return count
    })
  }
})
