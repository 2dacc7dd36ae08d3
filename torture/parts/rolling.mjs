import { findProgram } from '../programs.mjs'

const restart = (id, balancer) => ({
  id,
  what: `Three replicas behind ${balancer} restarted one after the other under load: no error, nothing lost (needs ${balancer})`,
  of: 'restarts',
  full: findProgram(balancer) ? 12 : 0,
  files: ['server/test/rolling.test.ts'],
})

export const rolling = [restart('R1', 'nginx'), restart('R2', 'haproxy')]
