import { text } from 'node:stream/consumers'
import { runAdminCommand } from './admin-commands.ts'
import { runCommand } from './run.ts'

await runCommand((_, store) =>
  runAdminCommand(store, process.argv.slice(2), () => text(process.stdin)),
)
