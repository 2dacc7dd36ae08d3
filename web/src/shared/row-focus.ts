import { type FocusEvent, useEffect, useRef, useState } from 'react'

/** When what had the focus is gone, the row somebody worked on has it, not the top of the page. */
export function focusCurrentRow() {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()
}

/**
 * Which row is in the tab order: the one that had the focus last; when it leaves the list, the one
 * that takes its place. A button that a decision removes leaves its focus to that row.
 */
export function useCurrentRow(ids: number[] | undefined) {
  const [current, setCurrent] = useState<{ id: number; at: number }>()
  const inside = useRef(false)
  const stays = current && ids?.includes(current.id)
  const id = stays ? current.id : ids?.[Math.min(current?.at ?? 0, ids.length - 1)]

  useEffect(() => {
    if (inside.current) focusCurrentRow()
  })

  return {
    id,
    onFocus: (id: number, at: number) => {
      inside.current = true
      setCurrent({ id, at })
    },
    // What is taken out of the page while it has the focus does not blur.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      inside.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    },
  }
}
