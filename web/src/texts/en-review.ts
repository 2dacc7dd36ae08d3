/* History, current reviewer, and re-opening of an item. In English. */

export const history = {
  title: 'History',
  none: 'No decisions yet',
  failed: 'Failed to get the history',
  earlier: 'Show earlier entries',
  whole: 'Whole story',
  line: '{{what}} by {{who}}',
  did: {
    approve: 'Approved',
    reject: 'Rejected',
    takeDown: 'Taken down',
    feature: 'Marked as featured',
    categorize: 'Moved to a category',
    dismiss: 'Dismissed',
    undo: 'Decision undone',
    skip: 'Skipped',
    reopen: 'Opened again',
    resubmit: 'Resubmitted',
    withdraw: 'Withdrawn',
    revise: 'New version',
    revealPhone: 'Phone shown',
    openCertificates: 'Qualification pictures opened',
    askSecond: 'Asked for a second person',
    confirmSecond: 'Confirmed as second person',
    refuseSecond: 'Refused by a second person',
    withdrawSecond: 'Request withdrawn',
    export: 'Exported',
  },
  decided: 'Already {{what}} by {{who}} at {{when}}',
  decidedPlain: 'Already decided: {{status}}',
  watched: 'Watched {{watched}} of {{whole}}',
  watchedNone: 'Not played ({{whole}})',
  watchedUnknown: 'Video could not be loaded',
  sheetWhole: 'whole sheet seen',
  sheetFrames: 'sheet frames seen: {{frames}}',
  hiddenToo: 'played in a hidden tab: {{hidden}}',
  marks: 'Marks',
  goTo: 'Play from {{time}}',
}

export const held = {
  byOther: '{{who}} is reviewing',
  byMe: 'You are reviewing',
  note: '{{who}} has been reviewing this since {{since}}. You can still decide; the first decision counts.',
  noteMine: 'You claimed this in focus review at {{since}}.',
}

export const reopen = {
  action: 'Re-open',
  title: 'Re-open this item?',
  hint: 'The decision stays in the history, and the item waits for review again.',
  reason: 'Reason for re-opening',
  placeholder: 'Please enter the reason for re-opening',
  empty: 'Reason cannot be empty',
  tooLong: 'The reason has {{typed}} characters; at most {{most}} are allowed',
  done: 'Re-opened',
  failed: 'Failed to re-open',
}

export const coach = {
  label: 'First steps',
  focusText: 'hands you one item after the other: press F on any list.',
  keys: 'Keys everywhere:',
  keysText: 'J and K move through the rows, Enter opens one, ? lists all keys.',
  paletteText: 'goes to any screen, or to any item by its ID.',
  next: 'Continue',
  skip: 'Hide',
}

export const takeDown = {
  title: 'Take-down reasons',
  hint: 'Users can no longer watch the video, and its pending reports are closed.',
  reasonsFailed: 'Failed to get the reasons',
}
