import { client } from './client.mjs'
import { clock } from './clock.mjs'
import { concurrency } from './concurrency.mjs'
import { door } from './door.mjs'
import { faults } from './faults.mjs'
import { input } from './input.mjs'
import { load } from './load.mjs'
import { people } from './people.mjs'
import { rolling } from './rolling.mjs'
import { sabotage } from './sabotage.mjs'
import { security } from './security.mjs'
import { settings } from './settings.mjs'
import { strangers } from './strangers.mjs'
import { upgrade } from './upgrade.mjs'

/*
 * What `npm run torture` runs: `what` is done, `full` is how many `of` it at least must have been
 * done, and `files` are the tests that do it.
 */
export const parts = {
  security,
  people,
  concurrency,
  faults,
  door,
  rolling,
  clock,
  strangers,
  settings,
  upgrade,
  input,
  load,
  client,
  sabotage,
}
