import { partOf } from '../api/parts.ts'

/* The parts that load after the login form, each imported in one place. */

export const loadDashboard = partOf(() => import('./Dashboard.tsx'))
export const loadRoutes = () => import('./routes.ts')
/** Named there, because few come by a link and everybody loads this file. */
export const loadPasswordLink = partOf(() =>
  loadRoutes().then((routes) => routes.loadPasswordLink()),
)
export const loadSignIn = () => import('./sign-in.ts')
