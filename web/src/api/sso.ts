import { type SsoOutcome, ssoOutcomes } from '@screening-room/contract/sso'

/* How a sign-in at the identity provider ended: its callback leads to `#/login?sso=…`, in a page that loads anew. */

const said = /^#\/login\?sso=(\w+)$/.exec(globalThis.location?.hash ?? '')?.[1]
// So that a reload does not say it again.
if (said !== undefined) history.replaceState(null, '', '#/login')

let outcome = ssoOutcomes.find((one) => one === said)

export const ssoOutcome = (): SsoOutcome | undefined => outcome

export function forgetSsoOutcome() {
  outcome = undefined
}
