export default function access({ currentUser } = {}) {
  return { canAdmin: currentUser?.role === 'administrator' }
}
