export function findFirefox(): Promise<{ path: string; version: string } | undefined>
