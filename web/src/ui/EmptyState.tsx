import type { ReactNode } from 'react'
import './ui.css'

/** Says why there is nothing, and offers one next step. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="sr-empty">
      <svg width="56" height="40" viewBox="0 0 56 40" aria-hidden="true">
        <rect x="1" y="1" width="54" height="38" rx="5" fill="none" stroke="currentColor" />
        {[7, 19, 31, 43].map((x) => (
          <g key={x} fill="currentColor" opacity=".35">
            <rect x={x} y="5" width="6" height="4" rx="1" />
            <rect x={x} y="31" width="6" height="4" rx="1" />
          </g>
        ))}
      </svg>
      <p>{children}</p>
      {action}
    </div>
  )
}
