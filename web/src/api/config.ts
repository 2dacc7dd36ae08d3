/* What the app learns at run time from `config.json`, so that one build serves any installation. */

export interface DemoAccount {
  phone: string
  password: string
  role: string
}

export interface Config {
  /** Where the calls go; empty for the origin that served the page. */
  host: string
  /** False for another provider's API: our additions to the wire are then absent. */
  ours: boolean
  avatarHost: string
  bannerHost: string
  /** Hosts whose pictures may be loaded, besides our own origin. */
  pictureHosts: string[]
  platformTz: string
  demoAccounts?: DemoAccount[]
  plainHttp: boolean
}

const usual: Config = {
  host: '',
  ours: true,
  avatarHost: '/pictures/',
  bannerHost: '/pictures/',
  pictureHosts: [],
  platformTz: 'Asia/Shanghai',
  plainHttp: false,
}

let current = usual

export const config = (): Config => current

/** Takes over each setting that has the type it should have. */
export function setConfig(read: unknown) {
  const given = (typeof read === 'object' && read !== null ? read : {}) as Record<string, unknown>
  const fitting = Object.entries(usual).filter(
    ([name, value]) =>
      typeof given[name] === typeof value && Array.isArray(given[name]) === Array.isArray(value),
  )
  const accounts = Array.isArray(given.demoAccounts) ? { demoAccounts: given.demoAccounts } : {}
  current = {
    ...usual,
    ...Object.fromEntries(fitting.map(([name]) => [name, given[name]])),
    ...accounts,
  }
}
