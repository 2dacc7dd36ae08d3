import { type FocusEvent, useEffect, useRef, useState } from 'react'

/** When the focused element is gone, the current row gets the focus. */
export function focusCurrentRow() {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()
}

/**
 * The row in the tab order: the one that had the focus last; when it leaves the list, the one
 * that takes its place. When a decision removes the focused button, that row gets the focus.
 */
export function useCurrentRow(ids: number[] | undefined) {
  const [current, setCurrent] = useState<{ id: number; at: number }>()
  const inside = useRef(false)
  const stays = current && ids?.includes(current.id)
  const id = stays ? current.id : ids?.[Math.min(current?.at ?? 0, ids.length - 1)]

  useEffect(() => {
    if (inside.current) focusCurrentRow()
  })

  // The same functions in every render: a row is not rendered again because another has the focus.
  const [handlers] = useState(() => ({
    onFocus: (id: number, at: number) => {
      inside.current = true
      setCurrent((now) => (now?.id === id && now.at === at ? now : { id, at }))
    },
    // An element that is removed while focused does not blur.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      inside.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    },
  }))
  return { id, handlers, isInside: () => inside.current }
}
