/* What became of an item, who is on it, and why it is refused. In English. */

export const history = {
  title: 'History',
  none: 'Nobody has decided yet',
  failed: 'Failed to get the history',
  line: '{{what}} by {{who}}',
  did: {
    approve: 'Approved',
    reject: 'Rejected',
    takeDown: 'Taken down',
    feature: 'Marked as featured',
    categorize: 'Moved to a category',
    dismiss: 'Dismissed',
    undo: 'Decision taken back',
    skip: 'Put aside',
    reopen: 'Opened again',
  },
  decided: 'Already {{what}} by {{who}} at {{when}}',
  decidedPlain: 'Already decided: {{status}}',
  comma: ', ',
  watched: 'after {{watched}} of {{whole}}',
  watchedAll: 'after all {{whole}}',
  watchedNone: 'without playing it ({{whole}})',
  watchedUnknown: 'the video could not be read',
  sheetWhole: 'all of it on the sheet',
  sheetFrames: 'frames on the sheet: {{frames}}',
  hiddenToo: 'played while the tab was hidden: {{hidden}}',
  marks: 'Marks',
  goTo: 'Play from {{time}}',
}

export const held = {
  byOther: '{{who}} is on it',
  byMe: 'You are on it',
  note: '{{who}} has been on this since {{since}}. You can decide all the same: whoever is first counts.',
  noteMine: 'You took this in focus review at {{since}}.',
}

export const reopen = {
  action: 'Re-open',
  title: 'Make this pending again?',
  hint: 'The decision stays in the history; the item waits for review again.',
  reason: 'Reason to re-open',
  placeholder: 'Please enter why it is reviewed again',
  empty: 'A reason is needed',
  tooLong: 'The reason has {{typed}} characters, and at most {{most}} can be sent',
  done: 'Pending again',
  failed: 'Re-opening failed',
}
