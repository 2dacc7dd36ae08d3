export const client = []
