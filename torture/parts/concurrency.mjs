export const concurrency = []
