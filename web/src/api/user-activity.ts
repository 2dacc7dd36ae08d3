/*
 * Whether the user is active. Background requests of an inactive page say so and keep no session
 * alive, so that an unattended screen is signed out.
 */

const activeForMs = 60_000
/** Watching a video counts as activity (`timeupdate`). */
const activityEvents = [
  'pointerdown',
  'pointermove',
  'keydown',
  'wheel',
  'touchstart',
  'timeupdate',
]

let lastActive = Date.now()

for (const event of activityEvents)
  globalThis.document?.addEventListener(
    event,
    () => {
      lastActive = Date.now()
    },
    { capture: true, passive: true },
  )

export const isUserActive = () => Date.now() - lastActive < activeForMs
