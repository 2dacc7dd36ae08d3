import { isEmail } from '@screening-room/contract/team'
import type { ComponentProps } from 'react'
import { useTranslation } from '../../texts/i18n.ts'
import { TextField } from '../../ui/TextField.tsx'

interface EmailFieldProps
  extends Pick<ComponentProps<typeof TextField>, 'autoFocus' | 'onPressEnter'> {
  value: string
  tried: boolean
  onChange: (value: string) => void
}

/** Where a link is mailed to, in addition to the screen. */
export function EmailField({ value, tried, ...field }: EmailFieldProps) {
  const { t } = useTranslation()
  const typed = value.trim()
  return (
    <TextField
      {...field}
      label={t('people.team.email')}
      hint={t('people.team.emailHint')}
      wrong={tried && typed !== '' && !isEmail(typed) ? t('people.team.emailWrong') : undefined}
      value={value}
      inputMode="email"
      maxLength={254}
      autoComplete="off"
    />
  )
}
