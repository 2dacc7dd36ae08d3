/** Somebody's own page, for the same span. */
export function personAddress(id: number, query = new URLSearchParams()): string {
  const kept = new URLSearchParams()
  for (const name of ['span', 'start', 'end']) {
    const value = query.get(name)
    if (value) kept.set(name, value)
  }
  return `#/dashboard/person/${id}${kept.size > 0 ? `?${kept}` : ''}`
}
