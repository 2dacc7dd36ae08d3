import { readdirSync } from 'node:fs'
import { migrate } from '../../src/db/migrate.ts'
import { ask } from '../faults/clusters.ts'

/* Migrations as the server runs them, stopped after a chosen one by the database itself. */

export const migrationFiles = readdirSync(new URL('../../src/db/migrations', import.meta.url))
  .filter((name) => name.endsWith('.sql'))
  .sort()
const newest = migrationFiles.at(-1) ?? ''

const stopped = 'stopped by the test'
const stops = `
  create function stop_after_last() returns event_trigger language plpgsql as $$
    begin
      if to_regclass('migration') is null or current_setting('application_name') <> 'screening-room migrate' then return; end if;
      if exists (select from migration where name >= current_setting('stop.after')) then raise '${stopped}'; end if;
    end $$;
  create event trigger stop_after_last on ddl_command_start execute function stop_after_last();`

/** Applies what is missing up to this one; the next does not get beyond its first statement. */
export async function migrateTo(name: string, admin: string, app: string): Promise<void> {
  if (name === newest) {
    await migrate(admin, app)
    return
  }
  const database = new URL(admin).pathname.slice(1)
  await ask(admin, `${stops} alter database ${database} set stop.after = '${name}'`)
  try {
    await migrate(admin, app)
  } catch (error) {
    if ((error as Error).message !== stopped) throw error
  } finally {
    const goOn = 'drop event trigger stop_after_last; drop function stop_after_last'
    await ask(admin, `${goOn}; alter database ${database} reset stop.after`)
  }
}
