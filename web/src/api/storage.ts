/*
 * The browser's storages, which may be blocked, full or shared: what cannot be stored there is kept
 * for as long as the page lives, so that the app works all the same.
 */
interface Store {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): string[]
}

function storeOver(find: () => Storage): Store {
  const memory = new Map<string, string>()
  const attempt = <T>(act: (storage: Storage) => T): T | undefined => {
    try {
      return act(find())
    } catch {
      return undefined
    }
  }
  return {
    get: (key) => attempt((storage) => storage.getItem(key)) ?? memory.get(key) ?? null,
    set(key, value) {
      memory.set(key, value)
      attempt((storage) => storage.setItem(key, value))
    },
    remove(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    keys: () => [
      ...new Set([...(attempt((storage) => Object.keys(storage)) ?? []), ...memory.keys()]),
    ],
  }
}

/** Shared by the tabs of this browser, and kept. */
export const lasting = storeOver(() => localStorage)
/** This tab's own; survives a reload. */
export const passing = storeOver(() => sessionStorage)
