import { decidingKinds, type WorkKind } from './overview.ts'

/* Which events of the record a figure of the overview is made of. */

export type Figure =
  | WorkKind
  | 'decided'
  | 'cameBack'
  | 'watched'
  | 'waited'
  | 'inHand'
  | 'reopenedByOthers'

export interface FigureFilters {
  action?: string
  standing?: 'yes'
  watchedTo?: number
  timed?: 'waited' | 'inHand'
  person?: number
  reopenedFrom?: number
}

/** Of everybody, or of one person. */
export function figureFilters(figure: Figure, person?: number): FigureFilters {
  const by = person === undefined ? {} : { person }
  switch (figure) {
    case 'decided':
      return { action: decidingKinds.join(','), standing: 'yes', ...by }
    case 'cameBack':
      return { action: 'reopen,resubmit', ...by }
    case 'watched':
      return { watchedTo: 100, standing: 'yes', ...by }
    case 'waited':
    case 'inHand':
      return { timed: figure, standing: 'yes', ...by }
    case 'reopenedByOthers':
      return person === undefined ? { action: 'reopen' } : { reopenedFrom: person }
    default:
      return { action: figure, ...(isDeciding(figure) && { standing: 'yes' as const }), ...by }
  }
}

const isDeciding = (kind: WorkKind) => (decidingKinds as readonly WorkKind[]).includes(kind)
