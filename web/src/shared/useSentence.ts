import { sentences } from '@screening-room/contract/sentences'
import { useAppearance } from './appearance.ts'

/** A sentence that the server shows as well, in the user's language. */
export function useSentence() {
  const { language } = useAppearance()
  return (key: keyof typeof sentences): string => sentences[key][language]
}
