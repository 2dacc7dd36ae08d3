/** Apart from the refusals, which the login page does not load. */
export const languages = ['en', 'zh-CN'] as const
export type Language = (typeof languages)[number]
