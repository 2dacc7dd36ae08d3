import { type ImportInTrouble, overviewCalls } from '@screening-room/contract/overview'
import { Age } from '../../shared/Age.tsx'
import { useAction } from '../../shared/useAction.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { Text } from '../../ui/Text.tsx'
import { useNumbers } from './numbers.ts'

/** Files whose import ended early or refused lines. */
export function Imports({ imports }: { imports: readonly ImportInTrouble[] }) {
  const { t } = useTranslation()
  return (
    <section className="sr-overview-trouble" aria-labelledby="overview-imports">
      <h3 id="overview-imports">{t('overview.now.imports')}</h3>
      <ul>
        {imports.map((one) => (
          <Import key={one.id} {...one} />
        ))}
      </ul>
      <p className="sr-muted">{t('overview.now.importsHint')}</p>
    </section>
  )
}

function Import({ id, name, since, whole, line, refused }: ImportInTrouble) {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const dismiss = useAction(overviewCalls.dismissImport, {
    failed: { plain: 'overview.now.dismissFailed' },
    reload: [overviewCalls.now],
  })
  return (
    <li>
      <b>
        <Text>{name}</Text>
      </b>{' '}
      {!whole && t('overview.now.stopped', { line: numbers.count(line) })}{' '}
      {refused > 0 && t('overview.now.refused', { count: numbers.count(refused) })}{' '}
      <span className="sr-muted">
        <Age time={since} />
      </span>{' '}
      <RowButton
        label={t('overview.now.dismissOne', { name })}
        disabled={dismiss.running}
        onClick={() => void dismiss.run({ id })}
      >
        {t('overview.now.dismiss')}
      </RowButton>
    </li>
  )
}
