import { type Preferences, preferenceCalls } from '@screening-room/contract/preferences'
import type { UserInfo } from '@screening-room/contract/session'
import { send } from './client.ts'
import { config } from './config.ts'
import { asFailure } from './failure.ts'
import { kept, onChoice, type PreferenceName, unsent } from './preferences.ts'
import { currentSession, onSession } from './session.ts'
import { localStore } from './storage.ts'

/*
 * Choices follow their person: user info brings them along, this browser keeps a copy, and what is chosen here is
 * sent a moment later. What could not be sent is sent with the next sign-in here.
 */

const debounceMs = 800
const retryMs = 15_000
/** Whose choices the browser has. */
const ownerKey = 'preferences-of'
const unsentKey = 'preferences-unsent'

let owner: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Called when somebody's choices have taken the place of the browser's. */
export function onAdoption(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const names = Object.keys(kept) as PreferenceName[]
const isEmpty = (choices: object) => Object.keys(choices).length === 0
const entry = (name: PreferenceName, value: unknown) =>
  value === undefined ? {} : { [name]: value }

const inBrowser = (userId: number): Preferences =>
  Object.assign({}, ...names.map((name) => entry(name, kept[name].read(userId))))

function write(userId: number, choices: Preferences) {
  for (const name of names) kept[name].write(userId, choices[name] as never)
}

/** Of this person, or chosen before anybody signed in. */
function readUnsent(userId: number): Preferences {
  try {
    const stored = JSON.parse(localStore.get(unsentKey) ?? '{}')
    return [null, userId].includes(stored.of) ? stored.choices : {}
  } catch {
    return {}
  }
}

function keepUnsent() {
  if (isEmpty(unsent)) localStore.remove(unsentKey)
  else localStore.set(unsentKey, JSON.stringify({ of: owner ?? null, choices: unsent }))
}

function sendSoon(ms: number) {
  clearTimeout(timer)
  if (owner !== undefined && !isEmpty(unsent)) timer = setTimeout(() => void sendUnsent(), ms)
}

function settle(sent: Preferences) {
  for (const name of names) if (unsent[name] === sent[name]) delete unsent[name]
}

/** Before somebody signs out, and while the page is being left: at once. */
export async function sendUnsent(keepalive = false): Promise<void> {
  clearTimeout(timer)
  if (owner === undefined || isEmpty(unsent)) return
  const changes = { ...unsent }
  try {
    await send(preferenceCalls.set, { changes }, { keepalive })
    settle(changes)
  } catch (thrown) {
    // What another version of the server does not take is not sent for ever; it stays in this browser.
    if (asFailure(thrown).kind === 'refused') settle(changes)
  }
  keepUnsent()
  sendSoon(retryMs)
}

onChoice(() => {
  keepUnsent()
  sendSoon(debounceMs)
})
onSession(() => {
  if (!currentSession().isLoggedIn) owner = undefined
})
if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void sendUnsent(true)
  })

/** Who signed in, without what the app reads from the browser's copy from now on. */
export function adoptPreferences({ preferences, ...user }: UserInfo): UserInfo {
  const { id } = user
  // Undefined with another provider, or with a server that does not keep them yet.
  if (!config().ours || preferences === undefined) return user
  const before = localStore.get(ownerKey)
  Object.assign(unsent, { ...readUnsent(id), ...unsent })
  if (preferences) write(id, { ...preferences, ...unsent })
  // A browser's choices from before are taken over once. Those of somebody else stay theirs.
  else if (before === null || before === String(id)) Object.assign(unsent, inBrowser(id))
  else {
    const { language, theme } = inBrowser(id)
    write(id, { ...inOwn(id), ...(language && { language }), ...(theme && { theme }), ...unsent })
  }
  owner = id
  localStore.set(ownerKey, String(id))
  keepUnsent()
  sendSoon(debounceMs)
  for (const listener of listeners) listener()
  return user
}

/** What the browser kept for each person apart. */
function inOwn(userId: number): Preferences {
  const { coached, dense, hiddenColumns } = inBrowser(userId)
  return {
    ...entry('coached', coached),
    ...entry('dense', dense),
    ...entry('hiddenColumns', hiddenColumns),
  }
}
