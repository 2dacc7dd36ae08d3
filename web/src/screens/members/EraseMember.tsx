import { memberCalls } from '@screening-room/contract/members'
import { Button } from 'antd'
import { useAction } from '../../shared/useAction.ts'
import { useConfirm } from '../../shared/useConfirm.ts'
import { useTranslation } from '../../texts/i18n.ts'

/** For good: what was decided stays in the record, without its texts. */
export function EraseMember({ id }: { id: number }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const erase = useAction(memberCalls.erase, {
    done: 'member.eraseDone',
    failed: { plain: 'member.eraseFailed' },
    reload: [memberCalls.get],
  })
  return (
    <section aria-label={t('member.erase')}>
      <p className="sr-muted">{t('member.eraseHint')}</p>
      <Button
        danger
        loading={erase.running}
        onClick={() =>
          void confirm({
            title: t('member.eraseTitle', { id }),
            content: t('member.eraseText'),
            okText: t('member.erase'),
            okButtonProps: { danger: true },
            act: () => erase.run({ id }),
          })
        }
      >
        {t('member.erase')}
      </Button>
    </section>
  )
}
