import { EyeInvisibleOutlined } from '@ant-design/icons'
import { lists } from '@screening-room/contract/queues'
import { type Report, reportCalls } from '@screening-room/contract/reports'
import { config } from '../../api/config.ts'
import { canAct } from '../../api/permissions.ts'
import { useCall } from '../../api/queries.ts'
import { Age } from '../../shared/Age.tsx'
import { useCovers } from '../../shared/covers.ts'
import { ExportLink } from '../../shared/ExportLink.tsx'
import { QuietFailure } from '../../shared/Failure.tsx'
import { FilterBar } from '../../shared/FilterBar.tsx'
import { FocusLink } from '../../shared/FocusLink.tsx'
import { filterDefaults, knownFilters, listInput } from '../../shared/list-filters.ts'
import { idOf } from '../../shared/list-query.ts'
import { MemberLink } from '../../shared/MemberLink.tsx'
import { NewRows } from '../../shared/NewRows.tsx'
import { OpenItem } from '../../shared/OpenItem.tsx'
import { NoRows, PrevNextPager } from '../../shared/Pagers.tsx'
import { PageTools } from '../../shared/PageTools.tsx'
import { ReportedPoster } from '../../shared/Poster.tsx'
import { ReviewStatus } from '../../shared/ReviewStatus.tsx'
import { type Column, ReviewTable } from '../../shared/ReviewTable.tsx'
import { RowId } from '../../shared/RowId.tsx'
import { SearchNote } from '../../shared/SearchLimits.tsx'
import { useHolders } from '../../shared/useHolders.ts'
import { useListState } from '../../shared/useListState.ts'
import { useListCount, usePendingCounts } from '../../shared/usePendingCounts.ts'
import { useReasonNames, useReasons } from '../../shared/useReasons.ts'
import { useStepBack } from '../../shared/useStepBack.ts'
import { nextPending } from '../../shared/useThenNext.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { Text } from '../../ui/Text.tsx'
import { isVideoMissing, type Kind, videoTypeName, videoTypes } from './list.ts'
import { NothingPending } from './NothingPending.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import { useReportActions } from './useReportActions.tsx'
import { VideoTypeBadge } from './VideoTypeBadge.tsx'
import './reports.css'

const { pageSize, filters: own } = lists.report
const defaults = filterDefaults('report')

export default function ReportsScreen() {
  const { t } = useTranslation()

  const list = useListState(
    defaults,
    () => reportCalls.list,
    () => 'report',
  )
  const filters = knownFilters('report', list.filters)

  const input = listInput('report', list)
  const shownKind = videoTypeName(Number(input.videoType))
  const reading = useCall(reportCalls.list, input)
  const found = reading.data?.data
  const rows = found?.list
  useListCount('report', found, shownKind)
  const holderOf = useHolders('report')
  const reasons = useReasons()
  const reasonName = useReasonNames()
  useStepBack(list.page, reading.isPlaceholderData ? undefined : rows?.length, list.goTo)

  const actions = useReportActions()
  const covers = useCovers()

  // Two thirds of the reports are behind another type than the default: say how many.
  const counts = usePendingCounts()?.reports
  const typeLabel = (type: Kind | undefined) => {
    const name = t(`videoType.${type ?? 'unknown'}`)
    const count = type && counts?.[type]
    return count ? `${name} (${count})` : name
  }

  const most = list.ordering.order === 'reported'
  const columns: Column<Report>[] = [
    {
      key: 'id',
      stateless: true,
      title: t('reports.id'),
      width: '60px',
      minor: true,
      whole: (row) => row.externalId,
      render: (row) => <RowId row={row} words={filters.search} />,
    },
    {
      key: 'videoId',
      title: t('reports.videoId'),
      phone: 'title',
      whole: (row) => row.videoTitle,
      render: (row) => <ReportedVideo report={row} words={filters.search} />,
    },
    {
      key: 'type',
      stateless: true,
      title: t('reports.videoType'),
      width: 'clamp(104px, 10.5cqi, 124px)',
      minor: true,
      render: (row) => <VideoTypeBadge type={row.videoType} />,
    },
    {
      key: 'reason',
      stateless: true,
      title: t('reports.reason'),
      width: 'clamp(112px, 38cqi - 274px, 340px)',
      phone: 'fact',
      whole: (row) => reasonName(row.reportMessageId),
      render: (row) => <Text>{reasonName(row.reportMessageId)}</Text>,
    },
    {
      key: 'count',
      stateless: true,
      title: t(most ? 'reports.pendingCount' : 'reports.count'),
      width: most ? '70px' : 'clamp(52px, 5.4cqi, 64px)',
      minor: 'last',
      render: (row) => <Text>{most ? row.pendingReports : row.reportCount}</Text>,
    },
    {
      key: 'reporter',
      title: t('reports.reporterId'),
      width: '70px',
      minor: true,
      render: (row) => (
        <MemberLink id={row.reportUserId} here>
          <Text>{row.reportUserId}</Text>
        </MemberLink>
      ),
    },
    {
      key: 'status',
      stateless: true,
      title: t('reports.status'),
      width: '98px',
      phone: 'status',
      render: (row) => (
        <ReviewStatus value={row.reportStatus} of="reportStatus" held={holderOf(row.videoId)} />
      ),
    },
    {
      key: 'time',
      stateless: true,
      title: (
        <span title={t('common.timesIn', { zone: config().platformTz })}>{t('reports.time')}</span>
      ),
      width: 'clamp(88px, 8.7cqi, 104px)',
      minor: 'last',
      phone: 'fact',
      ordering: list.ordering,
      render: (row) => <Age time={row.createTime ?? row.reportTime} />,
    },
    {
      key: 'actions',
      stateless: true,
      title: t('common.actions'),
      width: 'clamp(238px, 21cqi, 260px)',
      render: (row) => (
        <div className="sr-row-actions">
          <RowButton onClick={() => list.open(row.id)}>{t('common.viewDetails')}</RowButton>
          {canAct('report', 'dismiss', row.reportStatus) && (
            <RowButton disabled={actions.running} onClick={() => actions.dismiss(row)}>
              {t('common.dismiss')}
            </RowButton>
          )}
          {canAct('report', 'takeDown', row.reportStatus) && !isVideoMissing(row) && (
            <RowButton
              danger
              disabled={actions.running}
              onClick={() => actions.takeDownAsReported(row)}
            >
              {t('common.takeDown')}
            </RowButton>
          )}
        </div>
      ),
    },
  ]

  const wholeQueue = list.page === 1 && !filters.search && !filters.start && !filters.end
  return (
    <div className="sr-reports">
      <PageTools>
        <RowButton pressed={covers.blurred} onClick={() => covers.setBlurred(!covers.blurred)}>
          <EyeInvisibleOutlined aria-hidden /> <span>{t('pictures.blurCovers')}</span>
        </RowButton>
      </PageTools>
      <FocusLink list="report" query={list.query} />
      <ExportLink list="report" query={list.query} />
      <FilterBar
        values={filters}
        onSearch={list.search}
        onReset={list.reset}
        fields={[
          {
            control: 'words',
            name: 'search',
            label: t('search.keyword'),
            placeholder: t('search.reportIds'),
          },
          {
            control: 'choice',
            name: 'status',
            label: t('reports.status'),
            options: own.status.offered.map((code) => ({
              value: String(code),
              label: t('reportStatus.pending'),
            })),
          },
          {
            control: 'choice',
            name: 'videoType',
            label: t('reports.videoType'),
            options: videoTypes.map((code) => ({
              value: String(code),
              label: typeLabel(videoTypeName(code)),
            })),
          },
          { control: 'day', name: 'start', label: t('common.startTime') },
          { control: 'day', name: 'end', label: t('common.endTime') },
        ]}
      />
      <SearchNote total={found?.total} more={found?.more} />
      {most && <p className="sr-search-note">{t('pager.eachOnce')}</p>}
      <QuietFailure text={t('takeDown.reasonsFailed')} reading={reasons} />
      <NewRows
        list="report"
        input={input}
        rows={rows}
        reading={reading}
        pending={found?.pending}
        kind={shownKind}
      />
      <ReviewTable
        list="report"
        label={t('reports.table')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        reading={reading}
        failed={t('errors.reportList')}
        skeletonRows={pageSize}
        onOpen={(row) => list.open(row.id)}
        empty={
          wholeQueue ? (
            <NothingPending
              type={Number(filters.videoType)}
              onType={(type) => list.search({ ...filters, videoType: String(type) })}
            />
          ) : (
            <NoRows
              page={list.page}
              filtered
              words={filters.search}
              hint={t(idOf(filters.search) ? 'search.oneType' : 'search.numbersOnly')}
              onPage={list.goTo}
              onReset={list.reset}
            />
          )
        }
      />
      <PrevNextPager
        page={list.page}
        pageSize={pageSize}
        shown={rows?.length}
        waiting={reading.isPlaceholderData}
        total={found?.total}
        more={found?.more}
        ordering={list.ordering}
        onPage={list.goTo}
      />
      <OpenItem>
        {(id) => (
          <ReportDialog
            key={id}
            id={id}
            listed={rows?.find((row) => row.id === id)}
            next={nextPending(
              rows,
              id,
              (row) => row.reportStatus,
              (a, b) => a.videoId === b.videoId,
            )}
            onOpen={list.open}
            onClose={list.close}
          />
        )}
      </OpenItem>
    </div>
  )
}

/** Nobody should take down what they cannot see. */
function ReportedVideo({ report, words }: { report: Report; words: string | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="sr-row-title">
      <ReportedPoster name={report.videoBanner} />
      <span className="sr-reported">
        {report.videoTitle && (
          <span className="sr-cut">
            <Text>{report.videoTitle}</Text>
          </span>
        )}
        <span className="sr-muted sr-cut" title={report.videoExternalId ?? undefined}>
          {report.videoId}
          {isVideoMissing(report) && (
            <span className="sr-video-missing">{t('reports.videoMissing')}</span>
          )}
          {report.videoExternalId && (
            <span className="sr-their-id">
              <Text found={words ?? ''}>{report.videoExternalId}</Text>
            </span>
          )}
        </span>
      </span>
    </div>
  )
}
