import { type Certification, certificationCalls } from '@screening-room/contract/certifications'
import { lists } from '@screening-room/contract/queues'
import { config } from '../../api/config.ts'
import { useCall } from '../../api/queries.ts'
import { Age } from '../../shared/Age.tsx'
import { ExportLink } from '../../shared/ExportLink.tsx'
import { QuietFailure } from '../../shared/Failure.tsx'
import { FilterBar } from '../../shared/FilterBar.tsx'
import { FocusLink } from '../../shared/FocusLink.tsx'
import { Erased } from '../../shared/ItemNotes.tsx'
import { filterDefaults, knownFilters, listInput } from '../../shared/list-filters.ts'
import { isPendingOnly } from '../../shared/list-query.ts'
import { MemberLink } from '../../shared/MemberLink.tsx'
import { NewRows } from '../../shared/NewRows.tsx'
import { OpenItem } from '../../shared/OpenItem.tsx'
import { NoRows, PrevNextPager } from '../../shared/Pagers.tsx'
import { Phone } from '../../shared/Phone.tsx'
import { ReviewStatus, useStatusOptions } from '../../shared/ReviewStatus.tsx'
import { type Column, ReviewTable } from '../../shared/ReviewTable.tsx'
import { RowId } from '../../shared/RowId.tsx'
import { SearchNote } from '../../shared/SearchLimits.tsx'
import { useHolders } from '../../shared/useHolders.ts'
import { useListState } from '../../shared/useListState.ts'
import { useListCount } from '../../shared/usePendingCounts.ts'
import { useRoleName, useRoles } from '../../shared/useRoles.ts'
import { useStepBack } from '../../shared/useStepBack.ts'
import { nextPending } from '../../shared/useThenNext.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { Text } from '../../ui/Text.tsx'
import { CertificationDialog } from './CertificationDialog.tsx'

const { list: listCall } = certificationCalls
const { pageSize, filters: own } = lists.certification
const defaults = filterDefaults('certification')

export default function CertificationsScreen() {
  const { t } = useTranslation()

  const list = useListState(
    defaults,
    () => listCall,
    () => 'certification',
  )
  const filters = knownFilters('certification', list.filters)
  const roles = useRoles()
  const statusOptions = useStatusOptions(own.status.codes)
  const roleName = useRoleName()

  const input = listInput('certification', list)
  const reading = useCall(listCall, input)
  const rows = reading.data?.data
  useListCount('certification', reading.data)
  const holderOf = useHolders('certification')
  useStepBack(list.page, reading.isPlaceholderData ? undefined : rows?.length, list.goTo)

  const longest = list.ordering.order === 'waiting'
  const columns: Column<Certification>[] = [
    {
      key: 'id',
      stateless: true,
      title: t('certifications.userId'),
      width: '84px',
      phone: 'fact',
      whole: (row) => row.externalId,
      render: (row) => <RowId row={row} words={filters.search} />,
    },
    {
      key: 'name',
      title: t('certifications.name'),
      width: '16%',
      phone: 'title',
      whole: (row) => row.nickName,
      render: (row) => (
        <strong>
          <MemberLink id={row.memberId} here>
            {row.erased ? <Erased /> : <Text found={filters.search}>{row.nickName}</Text>}
          </MemberLink>
        </strong>
      ),
    },
    {
      key: 'role',
      stateless: true,
      title: t('certifications.role'),
      width: '14%',
      phone: 'fact',
      whole: (row) => roleName(row.authRoleId),
      render: (row) => <Text>{roleName(row.authRoleId)}</Text>,
    },
    {
      key: 'status',
      stateless: true,
      title: t('certifications.status'),
      width: '128px',
      phone: 'status',
      render: (row) => <ReviewStatus value={row.authStatus} held={holderOf(row.id)} />,
    },
    {
      key: 'phone',
      title: t('certifications.phone'),
      width: '122px',
      minor: true,
      whole: (row) => (row.phoneMasked ? undefined : row.phone),
      render: (row) => <Phone of={row} found={filters.search} />,
    },
    {
      key: 'remark',
      stateless: true,
      title: t('certifications.remark'),
      whole: (row) => row.authIntroduce,
      render: (row) => <Text>{row.authIntroduce}</Text>,
    },
    {
      key: 'time',
      stateless: true,
      title: (
        <span title={t('common.timesIn', { zone: config().platformTz })}>
          {t(longest ? 'pager.waitingSince' : 'certifications.submitTime')}
        </span>
      ),
      width: '116px',
      phone: 'fact',
      ordering: list.ordering,
      render: (row) => <Age time={(longest && row.pendingSince) || row.createTime} />,
    },
    {
      key: 'action',
      stateless: true,
      title: t('common.action'),
      width: '92px',
      render: (row) => (
        <span className="sr-row-actions">
          <RowButton onClick={() => list.open(row.id)}>{t('common.view')}</RowButton>
        </span>
      ),
    },
  ]

  return (
    <>
      <FocusLink list="certification" query={list.query} />
      <ExportLink list="certification" query={list.query} />
      <FilterBar
        values={filters}
        onSearch={list.search}
        onReset={list.reset}
        fields={[
          {
            control: 'words',
            name: 'search',
            label: t('search.keyword'),
            placeholder: t('search.personOrId'),
          },
          {
            control: 'choice',
            name: 'roleId',
            label: t('certifications.role'),
            loading: roles.isPending,
            options: [
              { value: '', label: t('common.all') },
              ...Object.entries(roles.data?.data ?? {}).map(([value, label]) => ({ value, label })),
            ],
          },
          {
            control: 'choice',
            name: 'status',
            label: t('certifications.status'),
            options: statusOptions,
          },
          { control: 'day', name: 'start', label: t('common.startDate') },
          { control: 'day', name: 'end', label: t('common.endDate') },
          { control: 'member', name: 'memberId', label: t('search.member') },
        ]}
      />
      <SearchNote more={reading.data?.more} searched={!list.ordering.others} />
      <QuietFailure text={t('certifications.rolesFailed')} reading={roles} />
      <NewRows
        list="certification"
        input={input}
        rows={rows}
        reading={reading}
        pending={reading.data?.pending}
      />
      <ReviewTable
        list="certification"
        label={t('certifications.table')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        reading={reading}
        failed={t('certifications.loadFailed')}
        skeletonRows={pageSize}
        onOpen={(row) => list.open(row.id)}
        empty={
          <NoRows
            page={list.page}
            filtered={list.filtered}
            pendingOnly={isPendingOnly(filters)}
            words={filters.search}
            onPage={list.goTo}
            onReset={list.reset}
          />
        }
      />
      <PrevNextPager
        page={list.page}
        pageSize={pageSize}
        shown={rows?.length}
        waiting={reading.isPlaceholderData}
        ordering={list.ordering}
        onPage={list.goTo}
      />
      <OpenItem>
        {(id) => (
          <CertificationDialog
            key={id}
            id={id}
            listed={rows?.find((row) => row.id === id)}
            next={nextPending(rows, id, (row) => row.authStatus)}
            onOpen={list.open}
            onClose={list.close}
          />
        )}
      </OpenItem>
    </>
  )
}
