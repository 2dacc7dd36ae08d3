import { isComposing } from '../ui/is-composing.ts'

/* When keys are for us, and when they are somebody's text or somebody's button. */

const notTyped = new Set(['range', 'checkbox', 'radio', 'button', 'submit', 'reset'])

function isTyping(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !notTyped.has(target.type)
  return target.closest('textarea, select, [contenteditable=""], [contenteditable="true"]') !== null
}

/** Space and Enter press what has the focus; the arrows move a slider. */
function belongsToControl(event: KeyboardEvent, target: Element): boolean {
  if (event.code === 'Space' || event.code === 'Enter' || event.code === 'NumpadEnter')
    return target.closest('button, a[href], summary, input, [role="button"]') !== null
  return event.code.startsWith('Arrow') && target.closest('input, [role="slider"]') !== null
}

const layers = '[role="dialog"], [role="menu"], [role="listbox"], .ant-image-preview'

const isOpen = (layer: Element) =>
  layer.checkVisibility?.({ visibilityProperty: true }) ?? layer.getClientRects().length > 0

/** Dead on auto-repeat, while typing or composing, under any dialog or menu, and for a control's own keys. */
export function isForUs(event: KeyboardEvent): boolean {
  if (event.repeat || event.defaultPrevented || isComposing(event)) return false
  const target = event.target instanceof Element ? event.target : document.body
  if (isTyping(target) || belongsToControl(event, target)) return false
  return ![...document.querySelectorAll(layers)].some(isOpen)
}
