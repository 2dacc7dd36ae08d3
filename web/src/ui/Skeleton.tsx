import type { CSSProperties } from 'react'
import './ui.css'

/*
 * Where something will be while it loads. Nothing moves: an animation draws the whole page again for
 * every frame, which delays what is waited for on a slow computer.
 */

export function Skeleton({ rows = 1 }: { rows?: number }) {
  const style: CSSProperties & { '--rows': number } = { '--rows': rows }
  return <div className="sr-skeleton" style={style} aria-hidden="true" />
}

/** For a picture or a film; as large as its frame unless a class says otherwise. */
export function SkeletonBox({ className = 'sr-skeleton-box' }: { className?: string }) {
  return <div className={`sr-skeleton ${className}`} aria-hidden="true" />
}
