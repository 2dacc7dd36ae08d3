/* For the tests, which are TypeScript; the scripts of torture/load read the same lines directly. */
export { figure, many } from './figures.mjs'
