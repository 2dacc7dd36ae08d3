export const input = []
