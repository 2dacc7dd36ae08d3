import type { Language } from '@screening-room/contract/refusals'

type Words<Key extends string> = Record<Key, Record<Language, string>>

/** The contract's words in one language, in sentence case. */
export function wordsIn<Key extends string>(language: Language, words: Words<Key>) {
  const entries = Object.entries<Record<Language, string>>(words).map(
    ([key, { [language]: word }]) => [key, word.charAt(0).toUpperCase() + word.slice(1)],
  )
  return Object.fromEntries(entries) as Record<Key, string>
}
