interface KeyLike {
  key: string
  keyCode?: number
  isComposing?: boolean
  nativeEvent?: { isComposing?: boolean; keyCode?: number }
}

/** True while an input method is composing: its Enter picks a word and sends nothing. */
export function isComposing(event: KeyLike): boolean {
  const native = event.nativeEvent ?? event
  return (
    native.isComposing === true ||
    event.isComposing === true ||
    native.keyCode === 229 ||
    event.key === 'Process'
  )
}
