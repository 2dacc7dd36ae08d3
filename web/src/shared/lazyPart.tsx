import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState } from 'react'
import { MissingPart } from '../api/parts.ts'
import { type MissingProps, MissingScreen } from './Missing.tsx'

interface Shown<Props> {
  props: Props
  retry: () => void
}
type Attempt<Props> = LazyExoticComponent<ComponentType<Shown<Props>>>

/**
 * A component whose code comes when it is first shown. React's own `lazy` keeps a failure for good:
 * here `Missing` is shown in its place, and the next attempt, or the next mount, loads it again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Missing: ComponentType<MissingProps & Props> = MissingScreen,
): ComponentType<Props> {
  const start = (): Attempt<Props> => {
    failed = false
    return lazy(() =>
      load().then(
        ({ default: Loaded }) => ({ default: ({ props }) => <Loaded {...props} /> }),
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
  let current = start()
  const renew = () => {
    if (failed) current = start()
  }

  return function Part(props: Props) {
    const [Shown, setShown] = useState(() => current)
    const retry = () => {
      renew()
      setShown(() => current)
    }
    return <Shown props={props} retry={retry} />
  }
}
