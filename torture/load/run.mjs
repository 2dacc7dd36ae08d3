import { everyList } from './lists.mjs'
import { mixed } from './mixed.mjs'
import { overload } from './overload.mjs'
import { paced } from './paced.mjs'
import { counted, expectWhole, withServer } from './setup.mjs'
import { slow } from './slow.mjs'

/* Everything that is timed, on one store: filling it takes longer than any of these. */

await withServer(async (scene) => {
  const works = { L1: mixed, L4: paced, L5: everyList, L6: slow, L3: overload }
  for (const [id, work] of Object.entries(works)) {
    await counted(id, async () => {
      const count = await work(scene)
      await expectWhole(scene.owner)
      return count
    })
  }
})
