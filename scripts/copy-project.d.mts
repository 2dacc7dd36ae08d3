export function copyProject(copy: string, paths?: readonly string[]): void
