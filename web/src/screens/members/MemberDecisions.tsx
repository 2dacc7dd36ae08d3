import type { DecisionOnItem } from '@screening-room/contract/members'
import { listAt } from '@screening-room/contract/queues'
import { shownTime } from '../../shared/dates.ts'
import { useActionWord } from '../../shared/History.tsx'
import { Erased } from '../../shared/ItemNotes.tsx'
import { listPath } from '../../shared/list-address.ts'
import { useReasonNames } from '../../shared/useReasons.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Text } from '../../ui/Text.tsx'

/** The last decision on each of their items that were changed last. */
export function MemberDecisions({ decisions }: { decisions: readonly DecisionOnItem[] }) {
  const { t } = useTranslation()
  const word = useActionWord()
  const reasonName = useReasonNames()
  return (
    <section aria-labelledby="sr-member-decisions">
      <h3 id="sr-member-decisions">{t('member.decisions')}</h3>
      {decisions.length === 0 && <p className="sr-muted">{t('member.noDecisions')}</p>}
      <ul className="sr-member-decisions">
        {decisions.map(({ event, list: address, id, title, action, by, at, ...why }) => {
          const list = listAt(address)
          const reasons = [...why.reasonIds.map(reasonName), why.reason].filter(Boolean)
          return (
            <li key={event}>
              <time>{shownTime(at)}</time>
              <span>
                {list && (
                  <a href={`#${listPath(list, new URLSearchParams({ view: String(id) }))}`}>
                    <Text>{title || `#${id}`}</Text>
                  </a>
                )}{' '}
                {t('history.line', { what: word(action), who: by.nickName })}
                {reasons.length > 0 && (
                  <q className="sr-quote">
                    <Text>{reasons.join(' · ')}</Text>
                  </q>
                )}
                {why.erased && (
                  <q className="sr-quote">
                    <Erased />
                  </q>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
