/* The parts that load after the login form, each imported in one place. */

export const loadDashboard = () => import('./Dashboard.tsx')
export const loadRoutes = () => import('./routes.ts')
export const loadSignIn = () => import('../api/sign-in.ts')
