/*
 * Single sign-on by OpenID Connect. These addresses are no calls: browsers and the provider use them, as that
 * standard says.
 */

export const ssoPaths = {
  /** Leads the browser to the provider. */
  start: '/admin/ext/sso/start',
  /** Where the provider sends it back to. */
  callback: '/admin/ext/sso/callback',
  /** Where the provider says that somebody signed out there (back-channel logout). */
  logout: '/admin/ext/sso/logout',
} as const

/** How long people have at the provider. */
export const attemptMinutes = 10
/** How long a message is known to have been obeyed: longer than one is accepted after it was written. */
export const messageMinutes = 30

/** What a sign-in came to. The app opens with it: `#/login?sso=done`. */
export const ssoOutcomes = [
  'done',
  /** The provider knows them, and no rule gives them a role. */
  'no_role',
  /** They have no account, and none is made for them. */
  'no_account',
  'disabled',
  /** Too late, used already, or started by another browser. */
  'ended',
  'cancelled',
  'failed',
] as const
export type SsoOutcome = (typeof ssoOutcomes)[number]
