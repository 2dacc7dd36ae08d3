/* The parts that come after the login form, named once so that all ask for the same ones. */

export const loadDashboard = () => import('./Dashboard.tsx')
export const loadRoutes = () => import('./routes.ts')
export const loadSignIn = () => import('../api/sign-in.ts')
