import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { nothing } from './fields.ts'

/** What the menu warns of. By itself, so that the shell does not load the rest. */
export const recordAlerts = defineCall({
  method: 'GET',
  path: '/admin/ext/record/alerts',
  summary: 'Whether the last verification of the record found it changed: 1, or 0',
  sends: 'nothing',
  input: nothing,
  output: z.object({ data: z.object({ broken: z.number() }) }),
  refuses: [],
  needs: 'audit',
  origin: 'ours',
})
