import { isComposing } from '../ui/is-composing.ts'

/* Whether a key press is a shortcut, or belongs to a text field or a control. */

const inputsWithoutText = new Set(['range', 'checkbox', 'radio', 'button', 'submit', 'reset'])

function isTyping(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !inputsWithoutText.has(target.type)
  return target.closest('textarea, select, [contenteditable=""], [contenteditable="true"]') !== null
}

/** Space and Enter press the focused control; the arrows move a slider. */
function belongsToControl(event: KeyboardEvent, target: Element): boolean {
  if (event.code === 'Space' || event.code === 'Enter' || event.code === 'NumpadEnter')
    return target.closest('button, a[href], summary, input, [role="button"]') !== null
  return event.code.startsWith('Arrow') && target.closest('input, [role="slider"]') !== null
}

const layers = '[role="dialog"], [role="menu"], [role="listbox"], .ant-image-preview'

const isOpen = (layer: Element) =>
  layer.checkVisibility?.({ visibilityProperty: true }) ?? layer.getClientRects().length > 0

/** False for auto-repeat, while typing or composing, under a dialog or menu, and for a control's own keys. */
export function isShortcutKey(event: KeyboardEvent): boolean {
  if (event.repeat || event.defaultPrevented || isComposing(event)) return false
  const target = event.target instanceof Element ? event.target : document.body
  if (isTyping(target) || belongsToControl(event, target)) return false
  return ![...document.querySelectorAll(layers)].some(isOpen)
}
