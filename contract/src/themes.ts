/* Apart from the schemas: this is part of the first download. */

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]
