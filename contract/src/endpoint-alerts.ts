import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { nothing } from './fields.ts'

/** What the menu warns of. By itself, so that the shell does not load the rest. */
export const endpointAlerts = defineCall({
  method: 'GET',
  path: '/admin/ext/endpoints/alerts',
  summary: 'How many endpoints are dead',
  sends: 'nothing',
  input: nothing,
  output: z.object({ data: z.object({ dead: z.number() }) }),
  refuses: [],
  needs: 'platform',
  origin: 'ours',
})
