import type { About, focusCalls } from '@screening-room/contract/focus'
import { listAt } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import type { CallResult } from '../api/queries.ts'
import { useTranslation } from '../texts/i18n.ts'
import { Text } from '../ui/Text.tsx'
import { QuietFailure } from './Failure.tsx'
import { listPath, memberScreen } from './list-address.ts'
import { MemberLink } from './MemberLink.tsx'
import './about.css'

const counts = ['approved', 'rejected', 'takenDown', 'pending', 'reports'] as const

/** Who handed an item in, and how it went with their others. */
export function SubmitterCounts({ about }: { about: CallResult<typeof focusCalls.about> }) {
  const { t } = useTranslation()
  const submitter = about.data?.data.submitter
  return (
    <section className="sr-submitter" aria-label={t('focus.submitter')}>
      <h3>
        {t('focus.submitter')}{' '}
        {submitter && (
          <MemberLink id={submitter.id}>
            <Text>{submitter.nickName ?? `#${submitter.id}`}</Text>
          </MemberLink>
        )}
      </h3>
      <QuietFailure text={t('focus.aboutFailed')} reading={about} />
      {about.data && !submitter && <p className="sr-muted">{t('focus.submitterUnknown')}</p>}
      {(submitter || about.isPending) && (
        <ul>
          {counts.map((name) => (
            <li key={name} data-some={submitter ? submitter[name] > 0 : false}>
              {submitter ? <Count submitter={submitter} name={name} /> : <strong>–</strong>}
              {!submitter && ` ${t(`focus.${name}Count`)}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface CountProps {
  submitter: NonNullable<About['submitter']>
  name: (typeof counts)[number]
}

/** A count leads to the items that are counted: to one list, or to each of several. */
function Count({ submitter, name }: CountProps) {
  const { t } = useTranslation()
  const text = (
    <>
      <strong>{submitter[name]}</strong> {t(`focus.${name}Count`)}
    </>
  )
  // Reports are listed while they are pending only: whatever became of them, the member's page tells.
  if (name === 'reports')
    return submitter.reports > 0 ? (
      <a
        className="sr-count-link"
        href={`#/dashboard/${memberScreen}/${submitter.id}`}
        target="_blank"
        rel="noopener"
      >
        {text}
      </a>
    ) : (
      text
    )
  const places = (submitter.lists ?? []).flatMap(({ list: address, ...own }) => {
    const list = listAt(address)
    if (!list || own[name] === 0) return []
    const query = { status: String(status[name]), memberId: String(submitter.id) }
    return [{ list, count: own[name], href: `#${listPath(list, new URLSearchParams(query))}` }]
  })
  const [only] = places
  if (places.length === 1 && only?.count === submitter[name])
    return (
      <a className="sr-count-link" href={only.href} target="_blank" rel="noopener">
        {text}
      </a>
    )
  return (
    <>
      {text}
      {places.length > 0 && (
        <span className="sr-muted">
          {places.map(({ list, count, href }) => (
            <a
              key={list}
              className="sr-count-link sr-count-part"
              href={href}
              target="_blank"
              rel="noopener"
            >
              {t(`focus.queues.${list}`)} {count}
            </a>
          ))}
        </span>
      )}
    </>
  )
}
