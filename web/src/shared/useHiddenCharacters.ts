import { hiddenCharacterIn } from '@screening-room/contract/fields'
import { useTranslation } from 'react-i18next'

/** Why the server would refuse what was typed for others to read. */
export function useHiddenCharacters() {
  const { t } = useTranslation()
  return (
    field: string,
    text: string,
    lines: Parameters<typeof hiddenCharacterIn>[1] = 'one line',
  ): string | undefined => {
    const found = hiddenCharacterIn(text, lines)
    return found && `${field} ${t(`hidden.${found}`)}`
  }
}
