import { useMemo, useSyncExternalStore } from 'react'

/*
 * Where the app is: `#/dashboard/video-review?page=2`. A link is a plain `<a href="#/…">`; the browser
 * keeps its history by itself.
 */

const changed = new Set<() => void>()

function tell() {
  for (const listener of changed) listener()
}

/** All are told at once: one that heard alone would be drawn alone, and take the rest of the app for unchanged. */
function subscribe(listener: () => void): () => void {
  addEventListener('popstate', tell)
  addEventListener('hashchange', tell)
  changed.add(listener)
  return () => void changed.delete(listener)
}

/** Goes to a path with its query, such as `/dashboard/reasons`. */
export function navigate(path: string, { replace = false } = {}): void {
  const hash = `#${path}`
  if (hash === location.hash) return
  if (replace) history.replaceState(null, '', hash)
  else history.pushState(null, '', hash)
  tell()
}

interface Address {
  /** Without the query. */
  path: string
  query: URLSearchParams
}

export function parseHash(hash: string): Address {
  const [path = '', ...query] = hash.replace(/^#/, '').split('?')
  return { path: path.replace(/\/+$/, ''), query: new URLSearchParams(query.join('?')) }
}

export function useAddress(): Address {
  const hash = useSyncExternalStore(subscribe, () => location.hash)
  return useMemo(() => parseHash(hash), [hash])
}

/** Part of the address: the component renders again only when that part changes. */
export function useAddressPart<Part extends string | number | boolean | undefined>(
  read: (address: Address) => Part,
): Part {
  return useSyncExternalStore(subscribe, () => read(parseHash(location.hash)))
}

export const usePath = (): string => useAddressPart(({ path }) => path)

/** The same screen with another query. */
export function setQuery(query: URLSearchParams, options?: { replace?: boolean }): void {
  const text = query.toString()
  navigate(parseHash(location.hash).path + (text && `?${text}`), options)
}
