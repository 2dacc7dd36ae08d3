import { type Receipt, shareWatched } from '@screening-room/contract/receipt'
import { expect, test } from 'vitest'
import { many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { decide, newDesk, take } from './setup/focus.ts'
import { addVideo } from './setup/items.ts'
import { dice } from './setup/seed.ts'
import { startServer } from './setup/server.ts'

/* The server computes it with the event; the trigger does for events that come without it. */

const roll = dice('the share watched')
const seconds = () => roll.pick([roll.below(40), roll.below(4000) / 100, roll.next() * 40])

function anyReceipt(): Receipt {
  const played = Array.from({ length: roll.below(12) }, () => ({
    from: seconds(),
    to: seconds(),
    speed: 1,
    muted: false,
    visible: roll.below(5) > 0,
  }))
  const duration = roll.pick([null, 0, 10, 38.76, 40, 40])
  return { duration, played, sheet: [], sheetWhole: false }
}

test('the server and the database find the same share of every receipt, and note it with the decision', async () => {
  const server = await startServer()
  const receipts = Array.from({ length: many(500, 5000) }, anyReceipt)
  const found = await server.owner.query<{ share: number | null }>(sql`
    select watched_share(jsonb_build_object('receipt', r)) as share
    from jsonb_array_elements(${JSON.stringify(receipts)}::jsonb) with ordinality as t (r, place) order by place`)
  const wrong = receipts.filter((receipt, n) => shareWatched(receipt) !== found[n]?.share)
  expect(wrong).toEqual([])

  const reviewer = await server.signIn()
  const desk = newDesk()
  const possible = receipts.filter(({ duration, played }) =>
    played.every(({ from, to }) => from <= to && to <= (duration ?? 86_400)),
  )
  for (const receipt of possible.slice(0, 8)) {
    await addVideo(server.owner)
    const { lease } = await take(reviewer, desk)
    // Nobody watches more than the time they had.
    await server.owner.query(sql`update waiting set claimed_at = now() - interval '1 hour'`)
    const fields = { desk, lease, action: 'approve', receipt: JSON.stringify(receipt) }
    expect((await decide(reviewer, fields)).msg).toBe('ok')
  }
  // As the trigger would have noted them.
  const [noted] = await server.owner.query(sql`
    select count(*)::int as all, count(*) filter (where watched is not distinct from watched_share(details)
      and abs(in_hand - extract(epoch from at - (details ->> 'claimedAt')::timestamptz)) < 2)::int as right
    from event where details ? 'receipt'`)
  expect(noted).toEqual({ all: 8, right: 8 })
  await server.close()
})
