import { type ComponentType, lazy, useEffect, useState } from 'react'
import { MissingPart, type PartLoader } from '../api/parts.ts'
import { type MissingProps, MissingScreen } from './Missing.tsx'

interface Shown<Props> {
  props: Props
  retry: () => void
}
type Attempt<Props> = ComponentType<Shown<Props>>

/**
 * A component whose code comes when it is first shown. React's own `lazy` keeps a failure for good:
 * here `Missing` is shown in its place, and the next attempt, or the next mount, loads it again. Code
 * that `partOf` has kept is shown at once: `lazy` would wait even then, and React for 300 ms more.
 */
export function lazyPart<Props extends object>(
  load: PartLoader<{ default: ComponentType<Props> }>,
  Missing: ComponentType<MissingProps & Props> = MissingScreen,
): ComponentType<Props> {
  const direct = ({ default: Loaded }: { default: ComponentType<Props> }): Attempt<Props> => {
    current = ({ props }) => <Loaded {...props} />
    done = true
    return current
  }
  const start = (): Attempt<Props> => {
    failed = false
    return lazy(() =>
      load().then<{ default: Attempt<Props> }, { default: Attempt<Props> }>(
        (part) => ({ default: done ? current : direct(part) }),
        (error: unknown) => {
          if (!(error instanceof MissingPart)) throw error
          failed = true
          return {
            default: ({ props, retry }) => {
              useEffect(() => renew, [])
              return <Missing {...props} retry={error.onlyReload ? undefined : retry} />
            },
          }
        },
      ),
    )
  }
  // Not in the component's state alone: React forgets that of one that waits for its first code.
  let failed = false
  let done = false
  let current = start()
  const renew = () => {
    if (failed) current = start()
  }
  const currentNow = () => (load.loaded && !done ? direct(load.loaded) : current)

  return function Part(props: Props) {
    const [Shown, setShown] = useState(currentNow)
    const retry = () => {
      renew()
      setShown(currentNow)
    }
    return <Shown props={props} retry={retry} />
  }
}
