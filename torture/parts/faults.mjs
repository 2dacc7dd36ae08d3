export const faults = []
