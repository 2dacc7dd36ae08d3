/*
 * Whether somebody is at the screen. Requests that the page makes by itself say so when nobody is,
 * and then keep no session alive: an unattended screen is signed out as it should be.
 */

const attendedFor = 60_000
/** To watch is work too: a film that plays counts. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'timeupdate']

let last = Date.now()

for (const sign of signs)
  globalThis.document?.addEventListener(
    sign,
    () => {
      last = Date.now()
    },
    { capture: true, passive: true },
  )

export const isAttended = () => Date.now() - last < attendedFor
