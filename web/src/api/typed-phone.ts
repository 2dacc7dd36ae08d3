import { tabStore } from './storage.ts'

const key = 'typed-phone'

/** What was typed into the login form, for a reload that the form itself asks for. */
export const typedPhone = {
  read: () => tabStore.get(key) ?? '',
  keep: (phone: string) => tabStore.set(key, phone),
  forget: () => tabStore.remove(key),
}
