import type { ProviderExtra, Settings } from '@screening-room/contract/settings'

/* Settings from `config.json`, read at run time, so that one build serves any installation. */

/** With a default for what may be absent. */
export type Config = { [Name in keyof Settings]-?: NonNullable<Settings[Name]> }
export type DemoAccount = Config['demoAccounts'][number]

const defaults: Config = {
  host: '',
  ours: true,
  extras: [],
  avatarHost: '/pictures/',
  bannerHost: '/pictures/',
  pictureHosts: [],
  anyPicture: false,
  platformTz: 'Asia/Shanghai',
  demoAccounts: [],
  plainHttp: false,
  noAccount: false,
  sso: false,
  ssoLabel: '',
  passwordSignIn: true,
  mail: false,
}

let current = defaults

export const config = (): Config => current

/** Whether the server has this; ours has everything. */
export const has = (extra: ProviderExtra): boolean => current.ours || current.extras.includes(extra)

/** Resolves an address against the API host. */
export function apiAddress(address: string): URL | undefined {
  try {
    return new URL(address, current.host || location.origin + location.pathname)
  } catch {
    return undefined
  }
}

/** If the API host is one of our servers, its additions, picture hosts and time zone apply. */
export function adoptRemoteConfig(read: unknown) {
  // It has to say so: other servers return 404 here, or a page of their own.
  const ours = (read as { ours?: unknown } | null | undefined)?.ours === true
  const { host, platformTz, demoAccounts, ...rest } = settingsOf(read)
  if (!ours || host !== '') return
  const at = (address: string) => apiAddress(address)?.href ?? address
  current = {
    ...current,
    ours,
    platformTz,
    avatarHost: at(rest.avatarHost),
    bannerHost: at(rest.bannerHost),
    pictureHosts: [...current.pictureHosts, ...rest.pictureHosts],
    anyPicture: current.anyPicture && rest.anyPicture,
    demoAccounts,
  }
}

export function setConfig(read: unknown) {
  current = settingsOf(read)
}

/** Uses each setting that has the expected type. */
function settingsOf(read: unknown): Config {
  const given = (typeof read === 'object' && read !== null ? read : {}) as Record<string, unknown>
  const fitting = Object.entries(defaults).filter(
    ([name, value]) =>
      typeof given[name] === typeof value && Array.isArray(given[name]) === Array.isArray(value),
  )
  const settings: Config = {
    ...defaults,
    ...Object.fromEntries(fitting.map(([name]) => [name, given[name]])),
  }
  return { ...settings, host: settings.host.replace(/\/$/, '') }
}
