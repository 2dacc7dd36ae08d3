// Printed at start and offered on the sign-in page; where they exist, the server stays on loopback.
export const demoPassword = 'screening-room'

export const demoAccounts = [
  { phone: '13800000001', password: demoPassword, role: 'administrator' },
  { phone: '13800000002', password: demoPassword, role: 'reviewer' },
] as const
