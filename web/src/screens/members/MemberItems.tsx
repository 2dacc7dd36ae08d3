import { type Member, memberCountsTo } from '@screening-room/contract/members'
import { listAt } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import { Age } from '../../shared/Age.tsx'
import { listPath } from '../../shared/list-address.ts'
import { Poster } from '../../shared/Poster.tsx'
import { ReviewStatus } from '../../shared/ReviewStatus.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { Text } from '../../ui/Text.tsx'

const statuses = ['pending', 'approved', 'rejected', 'takenDown', 'withdrawn'] as const

/** How many of their items have which status, and the newest of them. */
export function MemberItems({ member }: { member: Member }) {
  const { t, language } = useTranslation()
  const { id, lists, items } = member
  const more = lists.some((one) => one.more)
  return (
    <section aria-labelledby="sr-member-items">
      <h3 id="sr-member-items">{t('member.items')}</h3>
      {lists.length === 0 && <p className="sr-muted">{t('member.noItems')}</p>}
      {lists.length > 0 && (
        <table className="sr-member-counts">
          <thead>
            <tr>
              <th scope="col">{t('member.list')}</th>
              {statuses.map((name) => (
                <th key={name} scope="col">
                  {t(`status.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lists.map((counts) => {
              const list = listAt(counts.list)
              if (!list) return null
              return (
                <tr key={counts.list}>
                  <th scope="row">
                    <a href={`#${listPath(list, new URLSearchParams({ memberId: String(id) }))}`}>
                      {t(`focus.queues.${list}`)}
                    </a>
                  </th>
                  {statuses.map((name) => (
                    <td key={name} data-label={t(`status.${name}`)}>
                      {counts[name] === 0 ? (
                        <span className="sr-muted">{counts.more ? '≥ 0' : 0}</span>
                      ) : (
                        <a
                          href={`#${listPath(
                            list,
                            new URLSearchParams({
                              status: String(status[name]),
                              memberId: String(id),
                            }),
                          )}`}
                        >
                          {counts.more && '≥ '}
                          {counts[name].toLocaleString(language)}
                        </a>
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {more && (
        <p className="sr-muted">
          {t('member.moreItems', { most: memberCountsTo.toLocaleString(language) })}
        </p>
      )}
      {items.length > 0 && (
        <>
          <h4>{t(more ? 'member.someItems' : 'member.newest')}</h4>
          <ul className="sr-member-items">
            {items.map((item) => {
              const list = listAt(item.list)
              if (!list) return null
              const view = new URLSearchParams({ memberId: String(id), view: String(item.id) })
              return (
                <li key={`${item.list} ${item.id}`}>
                  <a href={`#${listPath(list, view)}`} title={item.title ?? undefined}>
                    <Poster name={item.banner} />
                    <span className="sr-cut">
                      <Text>{item.title || `#${item.id}`}</Text>
                    </span>
                    <span className="sr-muted">
                      {t(`focus.queues.${list}`)} · <Age time={item.time} />
                    </span>
                    <ReviewStatus value={item.status} />
                  </a>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </section>
  )
}
