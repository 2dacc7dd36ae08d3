import type { ReactNode } from 'react'
import { config } from '../api/config.ts'
import { memberScreen } from './list-address.ts'
import './links.css'

interface MemberLinkProps {
  id: number | null | undefined
  children: ReactNode
  /** From a list; beside an item under review it opens a new tab, and the item stays where it is. */
  here?: boolean
}

/** A name or ID that leads to the member's page, where the server has one. */
export function MemberLink({ id, here = false, children }: MemberLinkProps) {
  if (!id || !config().ours) return children
  return (
    <a
      className="sr-member-link"
      href={`#/dashboard/${memberScreen}/${id}`}
      {...(!here && { target: '_blank', rel: 'noopener' })}
      // On a phone a click on the row opens it.
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </a>
  )
}
