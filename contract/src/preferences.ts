import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { nothing } from './fields.ts'
import { languages } from './languages.ts'
import { json } from './receipt.ts'
import { themes } from './themes.ts'

/* What people choose for themselves. It follows them from browser to browser; user info brings it along. */

/** A name in the app: of a screen, a list, a column, a command or a key. */
const name = z.string().check(z.regex(/^[\w+:./-]{1,60}$/))
const names = z.array(name).check(z.maxLength(60))
const atMost = (most: number) =>
  z.refine((entries) => Object.keys(entries as object).length <= most)

/** What is absent is as it comes with the product. */
export const preferences = z.partial(
  z.strictObject({
    language: z.enum(languages),
    theme: z.enum(themes),
    /** Where sign-in and /dashboard lead: a path under it. */
    startPage: name,
    /** The menu. */
    collapsed: z.boolean(),
    /** The first steps were shown. */
    coached: z.boolean(),
    /** Shortcuts of a single key. */
    keysOff: z.boolean(),
    /** Keys of one's own, by command. */
    keys: z.record(name, name).check(atMost(100)),
    /** In focus review: how pictures look, and whether videos begin with sound. */
    blurred: z.boolean(),
    grey: z.boolean(),
    sound: z.boolean(),
    /** Covers of reported videos. */
    coversShown: z.boolean(),
    /** In dialogs: after a decision, the next pending item opens. */
    thenNext: z.boolean(),
    /** Of tables. */
    dense: z.boolean(),
    hiddenColumns: z.record(name, names).check(atMost(30)),
  }),
)
export type Preferences = z.output<typeof preferences>

export const preferenceCalls = {
  // Not a change with an Idempotency-Key: sent twice, it is the same, and it is nobody's business in the record.
  set: defineCall({
    method: 'POST',
    path: '/admin/ext/account/preferences',
    summary: 'Keep what I chose for myself; what is not named stays as it is',
    sends: 'form',
    input: z.object({ changes: json(preferences) }),
    output: nothing,
    refuses: [],
    needs: 'session',
    enrolment: true,
    origin: 'ours',
  }),
}
