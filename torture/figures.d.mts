/** How often to repeat something. */
export function many(short: number, full: number, soak?: number): number

/** Tells the table of `npm run torture` that so many were done; several calls add up. */
export function figure(id: string, count: number): void
