import { useEffect, useRef } from 'react'

/** Which element shows which item. */
export interface RowKeys {
  ids: readonly number[]
  keys: readonly number[]
  next: number
}

export const noRowKeys: RowKeys = { ids: [], keys: [], next: 0 }

/**
 * An item keeps its element. Items that replace all others, as on another page, take over theirs if they may: to
 * change a text costs a fraction of what a new row does.
 */
export function keysFor(last: RowKeys, ids: readonly number[], mayReuse: boolean): RowKeys {
  let { next } = last
  const known = new Map(last.ids.map((id, at) => [id, last.keys[at]]))
  const replaced = mayReuse && !ids.some((id) => known.has(id))
  const keys = ids.map((id, at) => (replaced ? last.keys[at] : known.get(id)) ?? next++)
  return { ids, keys, next }
}

/** Not while the focus is in a row: a key that was meant for one item would reach another. */
export function useRowKeys(ids: readonly number[] | undefined, isFocusInside: () => boolean) {
  const last = useRef(noRowKeys)
  const now = keysFor(last.current, ids ?? [], !isFocusInside())
  useEffect(() => {
    last.current = now
  })
  return now.keys
}
