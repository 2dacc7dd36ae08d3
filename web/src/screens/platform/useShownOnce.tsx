import { CopyOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { openQuestion } from '../../shared/open-questions.ts'
import { useCopy } from '../../shared/useCopy.ts'
import { useTranslation } from '../../texts/i18n.ts'

/** A key or a secret in a dialog that only its button closes; null where the response to it was lost. */
export function useShownOnce() {
  const { t } = useTranslation()
  return (title: string, secret: string | null) =>
    void openQuestion({
      title,
      width: 560,
      notice: true,
      okText: t('platform.once.done'),
      content:
        secret === null ? <p>{t('platform.once.lost')}</p> : <Secret label={title} text={secret} />,
    })
}

function Secret({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy(text)
  return (
    <>
      <p>{t('platform.once.hint')}</p>
      <div className="sr-once">
        <Input readOnly aria-label={label} value={text} onFocus={({ target }) => target.select()} />
        <Button icon={<CopyOutlined aria-hidden />} onClick={copy}>
          {t(copied ? 'platform.once.copied' : 'platform.once.copy')}
        </Button>
      </div>
      <p className="sr-hidden" role="status">
        {copied ? t('platform.once.copied') : ''}
      </p>
    </>
  )
}
