import { hiddenCharacterIn } from '@screening-room/contract/fields'
import { problemSentence } from '@screening-room/contract/refusals'
import { useAppearance } from './appearance.ts'

/** Why the server would refuse what was typed for others to read, in its own words. */
export function useHiddenCharacters() {
  const { language } = useAppearance()
  return (
    field: string,
    text: string,
    lines: Parameters<typeof hiddenCharacterIn>[1] = 'one line',
  ): string | undefined => {
    const found = hiddenCharacterIn(text, lines)
    return found && `${field} ${problemSentence(found, language)}`
  }
}
