import type { Named } from '@screening-room/contract/categories'
import type { Language } from '@screening-room/contract/refusals'
import { apiAddress, type Config, config } from '../api/config.ts'

/** Categories and tags have a Chinese name, and may have an English one. */
export const nameIn = (language: Language, { name, nameEn }: Named): string =>
  (language === 'en' && nameEn) || name

/** mm:ss, where minutes grow past 59 (`61:05`). Undefined for an unknown duration. */
export function durationText(seconds: number | null | undefined): string | undefined {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) return undefined
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`
}

export type PictureAddress =
  | { state: 'shown'; address: string }
  | { state: 'foreign'; host: string; address: string }
  | { state: 'none' }

/** Our own names are keys, in which `#` and `?` are characters like others. */
const asPath = (name: string) =>
  config().ours ? name.split('/').map(encodeURIComponent).join('/') : name

/** Parsing addresses costs, and every row asks for its own on each render. Of the settings that they follow from. */
const known = new WeakMap<Config, Map<string, PictureAddress>>()
const mostKnown = 1000

/** The address of a picture, and whether this installation allows it to be loaded. */
function addressOf(given: string | null | undefined, host: string): PictureAddress {
  const name = given?.trim() ?? ''
  if (name === '') return { state: 'none' }
  const settings = config()
  const found = known.get(settings) ?? new Map<string, PictureAddress>()
  if (found.size > mostKnown) found.clear()
  const key = `${host} ${name}`
  const address = found.get(key) ?? resolve(name, host)
  known.set(settings, found.set(key, address))
  return address
}

function resolve(name: string, host: string): PictureAddress {
  const full = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(name)
  const folder = full || name.startsWith('/') ? '' : host.replace(/\/?$/, '/')
  const url = apiAddress(folder ? `${folder}${asPath(name)}` : name)
  if (!url) return { state: 'none' }
  // `../../x` names nothing under the host: asking for it would only fail.
  if (folder && !url.href.startsWith(apiAddress(folder)?.href ?? '')) return { state: 'none' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { state: 'none' }
  return isAllowed(url)
    ? { state: 'shown', address: url.href }
    : { state: 'foreign', host: url.host, address: url.href }
}

/** With MEDIA_HOSTS only the configured hosts: any other would learn that somebody views it, and when. */
function isAllowed(url: URL): boolean {
  // The cheap check first: a list may hold thousands.
  if (url.origin === location.origin) return true
  const { pictureHosts, anyPicture, avatarHost, bannerHost } = config()
  return (
    (anyPicture && url.protocol === 'https:') ||
    pictureHosts.some((one) => one === url.host || one === url.origin) ||
    ['/', avatarHost, bannerHost].some((one) => apiAddress(one)?.origin === url.origin)
  )
}

export const pictureAddress = (given: string | null | undefined) => addressOf(given, '/')
export const bannerAddress = (given: string | null | undefined) =>
  addressOf(given, config().bannerHost)
export const avatarAddress = (given: string | null | undefined) =>
  addressOf(given, config().avatarHost)

/** A JSON list of addresses in a string; empty for anything else. */
export function pictureList(json: string | null | undefined): string[] {
  try {
    const list: unknown = JSON.parse(json ?? '')
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
