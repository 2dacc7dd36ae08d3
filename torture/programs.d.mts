/** Where a program of the system is, which a fresh machine may lack; servers are often outside the PATH. */
export function findProgram(name: string): string | undefined
