/*
 * The browser's storage, which may be blocked, full or shared. What cannot be stored is kept in
 * memory, so that the app still works.
 */
interface Store {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): string[]
}

function createStore(find: () => Storage): Store {
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

/** Shared by all tabs, and permanent. */
export const localStore = createStore(() => localStorage)
/** For this tab; survives a reload. */
export const tabStore = createStore(() => sessionStorage)
