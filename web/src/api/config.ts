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
  /** Nobody can sign in before the operator has created an account. */
  noAccount: boolean
}

const usual: Config = {
  host: '',
  ours: true,
  avatarHost: '/pictures/',
  bannerHost: '/pictures/',
  pictureHosts: [],
  platformTz: 'Asia/Shanghai',
  plainHttp: false,
  noAccount: false,
}

let current = usual

export const config = (): Config => current

/** An address as the server that answers the calls means it: a path is a path of that host. */
export function apiAddress(address: string): URL | undefined {
  const base = current.host || location.origin + location.pathname
  return URL.canParse(address, base) ? new URL(address, base) : undefined
}

/** A server like ours on that other host: its additions are there, its pictures and zone are the ones that count. */
export function adopt(read: unknown) {
  // It has to say so: other servers answer 404 here, or a page of their own.
  const ours = typeof read === 'object' && read !== null && 'ours' in read && read.ours === true
  const { host, platformTz, demoAccounts, ...its } = settingsOf(read)
  if (!ours || host !== '') return
  const at = (address: string) => apiAddress(address)?.href ?? address
  current = {
    ...current,
    ours,
    platformTz,
    avatarHost: at(its.avatarHost),
    bannerHost: at(its.bannerHost),
    pictureHosts: [...current.pictureHosts, ...its.pictureHosts],
    ...(demoAccounts ? { demoAccounts } : {}),
  }
}

export function setConfig(read: unknown) {
  current = settingsOf(read)
}

/** Takes over each setting that has the type it should have. */
function settingsOf(read: unknown): Config {
  const given = (typeof read === 'object' && read !== null ? read : {}) as Record<string, unknown>
  const fitting = Object.entries(usual).filter(
    ([name, value]) =>
      typeof given[name] === typeof value && Array.isArray(given[name]) === Array.isArray(value),
  )
  const accounts = Array.isArray(given.demoAccounts) ? { demoAccounts: given.demoAccounts } : {}
  const settings: Config = {
    ...usual,
    ...Object.fromEntries(fitting.map(([name]) => [name, given[name]])),
    ...accounts,
  }
  return { ...settings, host: settings.host.replace(/\/$/, '') }
}
