export const security = []
