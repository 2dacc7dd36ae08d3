/** Puts a panel on the top layer under its button, or above it where there is no room. */
export function placePanel(panel: HTMLElement | null, button: HTMLElement | null): void {
  const at = button?.getBoundingClientRect()
  if (!at || !panel) return
  const { clientWidth, clientHeight } = document.documentElement
  const above = at.bottom > clientHeight * 0.7
  panel.style.top = above ? 'auto' : `${at.bottom + 4}px`
  panel.style.bottom = above ? `${clientHeight - at.top + 4}px` : 'auto'
  // Its edge stands under the button's: the right one, or on a phone the left.
  const left = at.right < clientWidth / 2
  panel.style.left = left ? `${at.left}px` : 'auto'
  panel.style.right = left ? 'auto' : `${clientWidth - at.right}px`
}
