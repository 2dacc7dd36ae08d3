import { hiddenCharacterIn } from '@screening-room/contract/fields'
import { characterProblems } from '@screening-room/contract/sentences'
import { useAppearance } from './appearance.ts'

/** Why the server would refuse what was typed for others to read. */
export function useHiddenCharacters() {
  const { language } = useAppearance()
  return (
    field: string,
    text: string,
    lines: Parameters<typeof hiddenCharacterIn>[1] = 'one line',
  ): string | undefined => {
    const found = hiddenCharacterIn(text, lines)
    return found && `${field} ${characterProblems[found][language]}`
  }
}
