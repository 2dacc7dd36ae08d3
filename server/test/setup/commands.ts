import { vi } from 'vitest'
import { runAdminCommand } from '../../src/cli/admin-commands.ts'
import { sentenceOf } from '../../src/cli/run.ts'
import type { Store } from '../../src/db/open.ts'

/** `npm run admin -- …` without a process of its own, which would cost many times what the command does. */
export async function runAdminHere(store: Store, args: string, input = '') {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await runAdminCommand(store, args.split(' '), async () => input)
    const says = said.mock.calls.map(([text]) => text).join('')
    return { code: 0, says: says.trim(), complains: '' }
  } catch (error) {
    return { code: 1, says: '', complains: String(sentenceOf(error)) }
  } finally {
    said.mockRestore()
  }
}
