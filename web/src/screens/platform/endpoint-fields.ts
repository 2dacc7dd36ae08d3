import { type EventKind, eventKinds } from '@screening-room/contract/endpoints'
import { useTranslation } from '../../texts/i18n.ts'
import type { Entry } from './EntryForm.tsx'

/* What an endpoint's form asks for. */

export const givenIn = ({ texts, chosen }: Entry) => ({
  name: texts.name ?? '',
  url: texts.url ?? '',
  kinds: chosen as EventKind[],
})

export function useEndpointFields() {
  const { t } = useTranslation()
  return {
    fields: [
      { name: 'name', label: t('platform.name'), longest: 60 },
      {
        name: 'url',
        label: t('platform.endpoints.url'),
        longest: 500,
        hint: t('platform.endpoints.urlHint'),
      },
    ],
    choices: {
      label: t('platform.endpoints.kinds'),
      options: eventKinds.map((value) => ({
        value,
        label: t(`platform.endpoints.kind.${value}`),
      })),
    },
  }
}
