export const load = []
