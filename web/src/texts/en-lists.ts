/* Lists: their order, pages and search. */

export const pager = {
  previous: 'Previous',
  next: 'Next',
  page: 'Page {{page}}',
  newestFirst: 'Newest first',
  oldestFirst: 'Oldest first',
  label: 'Pages',
  showing: 'Showing {{shown}}, total {{total}}',
  noMore: 'No more records',
  back: 'Back to the previous page',
  order: 'Order',
  longestWaiting: 'Longest waiting first',
  mostReported: 'Most reported first',
  firstOnly: 'Only the first {{most}} are listed',
  eachOnce: 'Each video once, with its latest report',
  waitingSince: 'Waiting since',
  newRows: '{{count}} new',
  newRowsHint: 'New items have arrived. Show them',
}

export const search = {
  keyword: 'Keyword',
  titleOrId: 'Title or ID',
  personOrId: 'Nickname, phone or ID',
  reportIds: 'Report, video or reporter ID',
  clear: 'Clear',
  none: 'No results in this list for:',
  numbersOnly: 'Search by number only: report, video or reporter ID.',
  oneType: 'Only reports on this type of video were searched.',
  tooMany: 'More than {{most}} results; please narrow the search',
  newestOnly: 'Only the newest 20,000 were searched. A longer keyword searches them all.',
  mayBeMore: 'There may be more results. Use a longer keyword to find them.',
  member: 'Submitter',
  memberOff: 'Show items of all submitters, not only of #{{id}}',
}
