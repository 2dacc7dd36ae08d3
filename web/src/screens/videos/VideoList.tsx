import { StarFilled } from '@ant-design/icons'
import { lists } from '@screening-room/contract/queues'
import { type Video, type VideoKind, videoCalls } from '@screening-room/contract/videos'
import { config } from '../../api/config.ts'
import { partOf } from '../../api/parts.ts'
import { canAct } from '../../api/permissions.ts'
import { useCall } from '../../api/queries.ts'
import { Age } from '../../shared/Age.tsx'
import { ExportLink } from '../../shared/ExportLink.tsx'
import { FilterBar } from '../../shared/FilterBar.tsx'
import { FocusLink } from '../../shared/FocusLink.tsx'
import { Erased } from '../../shared/ItemNotes.tsx'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { knownFilters, listInput } from '../../shared/list-filters.ts'
import { isPendingOnly } from '../../shared/list-query.ts'
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
import { useFailureToast } from '../../shared/useFailureToast.ts'
import { useHolders } from '../../shared/useHolders.ts'
import type { ListState } from '../../shared/useListState.ts'
import { useListCount } from '../../shared/usePendingCounts.ts'
import { usePreload } from '../../shared/usePreload.ts'
import { useShownPage } from '../../shared/useShownPage.ts'
import { useStepBack } from '../../shared/useStepBack.ts'
import { nextPending } from '../../shared/useThenNext.tsx'
import { useTranslation } from '../../texts/i18n.ts'
import { RowButton } from '../../ui/RowButton.tsx'
import { Text } from '../../ui/Text.tsx'
import { bothDefaults, listOf, type VideoFilters } from './list.ts'
import { useVideoDecisions } from './useVideoDecisions.tsx'

const loadDialog = partOf(() => import('./VideoDialog.tsx'))
const VideoDialog = lazyPart(loadDialog, MissingDialog)

interface VideoListProps {
  videoKind: VideoKind
  list: ListState<VideoFilters>
}

/** The videos of one tab. */
export function VideoList({ videoKind, list }: VideoListProps) {
  const { t } = useTranslation()
  const name = listOf(videoKind)
  const { pageSize, filters: own } = lists[name]
  const filters: VideoFilters = { ...bothDefaults, ...knownFilters(name, list.filters) }
  const statusOptions = useStatusOptions(own.status.codes)

  const words = 'language' in own && config().ours ? own.language.words : []
  const languageOptions = words.map((word) => ({
    value: word as string,
    label: t(`videos.languages.${word}`),
  }))

  const input = listInput(name, list)
  const reading = useCall(videoCalls[videoKind].list, input)
  const rows = reading.data?.data
  useListCount(name, reading.data)
  const holderOf = useHolders(name)
  const shownPage = useShownPage(list.page, reading.isPlaceholderData)
  useFailureToast(reading.error, t('errors.videoList'))
  useStepBack(list.page, reading.isPlaceholderData ? undefined : rows?.length, list.goTo)

  usePreload(rows !== undefined, loadDialog)

  const decisions = useVideoDecisions(videoKind)

  const longest = list.ordering.order === 'waiting'
  const time = (key: 'createTime' | 'updateTime', name: string): Column<Video> => ({
    key,
    stateless: true,
    title: <span title={t('common.timesIn', { zone: config().platformTz })}>{name}</span>,
    width: '116px',
    render: (row) => <Age time={row[key]} />,
  })
  const columns: Column<Video>[] = [
    {
      key: 'sequence',
      stateless: true,
      title: t('common.sequence'),
      width: '48px',
      minor: true,
      render: (_, index) => (shownPage - 1) * pageSize + index + 1,
    },
    {
      key: 'id',
      stateless: true,
      title: t('videos.id'),
      width: '84px',
      minor: 'last',
      phone: 'fact',
      whole: (row) => row.externalId,
      render: (row) => <RowId row={row} words={filters.search} />,
    },
    {
      key: 'title',
      stateless: true,
      title: t('videos.title'),
      phone: 'title',
      whole: (row) => row.title,
      render: (row) => <Title video={row} words={filters.search} />,
    },
    {
      ...time('createTime', t(longest ? 'pager.waitingSince' : 'videos.createdTime')),
      phone: 'fact',
      ordering: list.ordering,
      render: (row) => <Age time={(longest && row.pendingSince) || row.createTime} />,
    },
    { ...time('updateTime', t('videos.updatedTime')), minor: true },
    {
      key: 'status',
      stateless: true,
      title: t('videos.status'),
      width: '128px',
      phone: 'status',
      render: (row) => <ReviewStatus value={row.viewStatus} held={holderOf(row.id)} />,
    },
    {
      key: 'actions',
      stateless: true,
      title: t('common.actions'),
      width: '208px',
      render: (row) => (
        <div className="sr-row-actions">
          <RowButton onClick={() => list.open(row.id)}>{t('common.view')}</RowButton>
          {canAct('video', 'approve', row.viewStatus) && (
            <RowButton onClick={() => decisions.approve(row)}>{t('common.approve')}</RowButton>
          )}
          {canAct('video', 'reject', row.viewStatus) && (
            <RowButton danger onClick={() => decisions.reject(row)}>
              {t('common.reject')}
            </RowButton>
          )}
        </div>
      ),
    },
  ]

  return (
    <>
      <FocusLink list={name} query={list.query} />
      <ExportLink list={name} query={list.query} />
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
            label: t('videos.reviewStatus'),
            options: statusOptions,
          },
          { control: 'day', name: 'start', label: t('common.startDate') },
          { control: 'day', name: 'end', label: t('common.endDate') },
          { control: 'member', name: 'memberId', label: t('search.member') },
          ...(words.length > 0
            ? [
                {
                  control: 'choice' as const,
                  name: 'language' as const,
                  label: t('videos.language'),
                  options: [{ value: '', label: t('common.all') }, ...languageOptions],
                },
              ]
            : []),
        ]}
      />
      <SearchNote total={reading.data?.total} more={reading.data?.more} />
      <NewRows
        list={name}
        input={input}
        rows={rows}
        reading={reading}
        pending={reading.data?.pending}
      />
      <ReviewTable
        list={name}
        label={t(`videos.${videoKind}Videos`)}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        reading={reading}
        failed={t('errors.videoList')}
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
          <VideoDialog
            key={id}
            videoKind={videoKind}
            id={id}
            listed={rows?.find((row) => row.id === id)}
            next={nextPending(rows, id, (row) => row.viewStatus)}
            onOpen={list.open}
            onClose={list.close}
          />
        )}
      </OpenItem>
    </>
  )
}

/** The title with its poster. */
function Title({ video, words }: { video: Video; words: string }) {
  const { t } = useTranslation()
  const picture = video.videoBanner || video.imageUrl
  return (
    <div className="sr-row-title">
      <Poster key={picture} name={picture} />
      <span className="sr-cut">
        {video.erased ? <Erased /> : <Text found={words}>{video.title}</Text>}
      </span>
      {video.featured && (
        <StarFilled
          className="sr-featured"
          title={t('videos.featured')}
          aria-label={t('videos.featured')}
        />
      )}
    </div>
  )
}
