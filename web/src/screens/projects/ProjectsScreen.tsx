import { type Project, projectCalls } from '@screening-room/contract/projects'
import { lists } from '@screening-room/contract/queues'
import { config } from '../../api/config.ts'
import { partOf } from '../../api/parts.ts'
import { canAct } from '../../api/permissions.ts'
import { useCall } from '../../api/queries.ts'
import { Age } from '../../shared/Age.tsx'
import { ExportLink } from '../../shared/ExportLink.tsx'
import { QuietFailure } from '../../shared/Failure.tsx'
import { FilterBar } from '../../shared/FilterBar.tsx'
import { FocusLink } from '../../shared/FocusLink.tsx'
import { Erased } from '../../shared/ItemNotes.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { filterDefaults, knownFilters, listInput } from '../../shared/list-filters.ts'
import { isPendingOnly } from '../../shared/list-query.ts'
import { MemberLink } from '../../shared/MemberLink.tsx'
import { MissingDialog } from '../../shared/MissingDialog.tsx'
import { NewRows } from '../../shared/NewRows.tsx'
import { NumberedPager } from '../../shared/NumberedPager.tsx'
import { OpenItem } from '../../shared/OpenItem.tsx'
import { NoRows } from '../../shared/Pagers.tsx'
import { Poster } from '../../shared/Poster.tsx'
import { ReviewStatus, useStatusOptions } from '../../shared/ReviewStatus.tsx'
import { type Column, ReviewTable } from '../../shared/ReviewTable.tsx'
import { RowId } from '../../shared/RowId.tsx'
import { SearchNote } from '../../shared/SearchLimits.tsx'
import { useHolders } from '../../shared/useHolders.ts'
import { useListState } from '../../shared/useListState.ts'
import { useListCount } from '../../shared/usePendingCounts.ts'
import { usePreload } from '../../shared/usePreload.ts'
import { useRoleNames, useRoles } from '../../shared/useRoles.ts'
import { useShownPage } from '../../shared/useShownPage.ts'
import { useStepBack } from '../../shared/useStepBack.ts'
import { nextPending } from '../../shared/useThenNext.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { Text } from '../../ui/Text.tsx'
import { useProjectActions } from './useProjectActions.ts'
import './projects.css'

const { pageSize, filters: own } = lists.project
const defaults = filterDefaults('project')

const loadDialog = partOf(() => import('./ProjectDialog.tsx'))
const ProjectDialog = lazyPart(loadDialog, MissingDialog)

export default function ProjectsScreen() {
  const { t } = useTranslation()

  const list = useListState(
    defaults,
    () => projectCalls.list,
    () => 'project',
  )
  const filters = knownFilters('project', list.filters)
  const statusOptions = useStatusOptions(own.status.codes)
  const roles = useRoles()
  const roleNames = useRoleNames()

  const input = listInput('project', list)
  const reading = useCall(projectCalls.list, input)
  const rows = reading.data?.data
  useListCount('project', reading.data)
  const holderOf = useHolders('project')
  const shownPage = useShownPage(list.page, reading.isPlaceholderData)
  useStepBack(list.page, reading.isPlaceholderData ? undefined : rows?.length, list.goTo)

  usePreload(rows !== undefined, loadDialog)

  const actions = useProjectActions()
  const running = actions.approving || actions.rejecting

  const longest = list.ordering.order === 'waiting'
  const columns: Column<Project>[] = [
    {
      key: 'sequence',
      stateless: true,
      title: t('common.sequence'),
      width: 'clamp(40px, 4cqi, 48px)',
      minor: true,
      render: (_, index) => (shownPage - 1) * pageSize + index + 1,
    },
    {
      key: 'id',
      stateless: true,
      title: t('projects.id'),
      width: 'clamp(64px, 7cqi, 84px)',
      minor: 'last',
      phone: 'fact',
      whole: (row) => row.externalId,
      render: (row) => <RowId row={row} words={filters.search} />,
    },
    {
      key: 'title',
      stateless: true,
      title: t('projects.coverAndTitle'),
      phone: 'title',
      whole: (row) => row.title,
      render: (row) => (
        <div className="sr-row-title">
          <Poster key={row.cover} name={row.cover} />
          <span className="sr-cut">
            {row.erased ? <Erased /> : <Text found={filters.search}>{row.title}</Text>}
          </span>
        </div>
      ),
    },
    {
      key: 'owner',
      title: t('projects.owner'),
      width: '8.5%',
      minor: 'last',
      whole: (row) => row.ownerName,
      render: (row) => (
        <MemberLink id={row.ownerId} here>
          <Text>{row.ownerName}</Text>
        </MemberLink>
      ),
    },
    {
      key: 'roles',
      stateless: true,
      title: t('projects.roles'),
      width: 'clamp(92px, 15cqi - 60px, 260px)',
      minor: 'last',
      render: (row) => <Text>{roleNames(row.roleIds)}</Text>,
    },
    {
      key: 'videos',
      stateless: true,
      title: t('projects.videos'),
      width: 'clamp(54px, 5.5cqi, 64px)',
      minor: true,
      render: (row) => row.videoCount,
    },
    {
      key: 'created',
      stateless: true,
      title: (
        <span title={t('common.timesIn', { zone: config().platformTz })}>
          {t(longest ? 'pager.waitingSince' : 'projects.created')}
        </span>
      ),
      width: 'clamp(104px, 10cqi, 116px)',
      phone: 'fact',
      ordering: list.ordering,
      render: (row) => <Age time={(longest && row.pendingSince) || row.createTime} />,
    },
    {
      key: 'status',
      stateless: true,
      title: t('projects.status'),
      width: 'clamp(106px, 10cqi, 128px)',
      phone: 'status',
      render: (row) => <ReviewStatus value={row.status} held={holderOf(row.id)} />,
    },
    {
      key: 'actions',
      stateless: true,
      title: t('common.actions'),
      width: 'clamp(172px, 17cqi, 208px)',
      render: (row) => (
        <div className="sr-row-actions">
          <RowButton onClick={() => list.open(row.id)}>{t('common.view')}</RowButton>
          {canAct('project', 'approve', row.status) && (
            <RowButton disabled={running} onClick={() => actions.approve(row)}>
              {t('common.approve')}
            </RowButton>
          )}
          {canAct('project', 'reject', row.status) && (
            <RowButton danger disabled={running} onClick={() => actions.reject(row)}>
              {t('common.reject')}
            </RowButton>
          )}
        </div>
      ),
    },
  ]

  return (
    <>
      <FocusLink list="project" query={list.query} />
      <ExportLink list="project" query={list.query} />
      <FilterBar
        values={filters}
        onSearch={list.search}
        onReset={list.reset}
        fields={[
          {
            control: 'words',
            name: 'search',
            label: t('search.keyword'),
            placeholder: t('search.titleOrId'),
          },
          {
            control: 'choice',
            name: 'status',
            label: t('projects.status'),
            options: statusOptions,
          },
          { control: 'day', name: 'start', label: t('common.startDate') },
          { control: 'day', name: 'end', label: t('common.endDate') },
          { control: 'member', name: 'memberId', label: t('search.member') },
        ]}
      />
      <SearchNote total={reading.data?.total} more={reading.data?.more} />
      <QuietFailure text={t('certifications.rolesFailed')} reading={roles} />
      <NewRows
        list="project"
        input={input}
        rows={rows}
        reading={reading}
        pending={reading.data?.pending}
      />
      <ReviewTable
        list="project"
        label={t('projects.table')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        reading={reading}
        failed={t('projects.loadFailed')}
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
      <NumberedPager
        page={list.page}
        pageSize={pageSize}
        total={reading.data?.total}
        more={reading.data?.more}
        ordering={list.ordering}
        onPage={list.goTo}
      />
      <OpenItem>
        {(id) => (
          <ProjectDialog
            key={id}
            id={id}
            listed={rows?.find((row) => row.id === id)}
            next={nextPending(rows, id, (row) => row.status)}
            onOpen={list.open}
            onClose={list.close}
          />
        )}
      </OpenItem>
    </>
  )
}
