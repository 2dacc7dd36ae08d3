import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { nothing } from './fields.ts'

/** What another provider may have beyond the specification: reviewing projects, featuring their videos. */
export const providerExtras = ['projects', 'featured'] as const
export type ProviderExtra = (typeof providerExtras)[number]

/** What the app reads before anything else: one build serves every installation. */
const settings = z.object({
  /** The API host; empty for the origin that served the page. */
  host: z.string(),
  /** False for another provider's API, which lacks our additions. */
  ours: z.boolean(),
  /** What that provider has nevertheless. */
  extras: z.optional(z.array(z.enum(providerExtras))),
  avatarHost: z.string(),
  bannerHost: z.string(),
  /** Hosts whose pictures may be loaded, besides our own origin. */
  pictureHosts: z.array(z.string()),
  /** Whether pictures at any https address may be loaded. */
  anyPicture: z.boolean(),
  platformTz: z.string(),
  plainHttp: z.boolean(),
  demoAccounts: z.optional(
    z.array(z.object({ phone: z.string(), password: z.string(), role: z.string() })),
  ),
  /** People can sign in at an identity provider; what its button says, where the operator has said so. */
  sso: z.optional(z.boolean()),
  ssoLabel: z.optional(z.string()),
  /** False where the password is for emergencies only. */
  passwordSignIn: z.optional(z.boolean()),
  /** Links for accounts can be mailed. */
  mail: z.optional(z.boolean()),
  /** Nobody can sign in before the operator has created an account. */
  noAccount: z.optional(z.boolean()),
})
export type Settings = z.output<typeof settings>

export const settingsCalls = {
  get: defineCall({
    method: 'GET',
    path: '/config.json',
    summary: 'The settings of this installation, which the app reads before signing in',
    sends: 'nothing',
    input: nothing,
    output: settings,
    responds: 'json',
    refuses: [],
    needs: 'public',
    origin: 'ours',
  }),
}
