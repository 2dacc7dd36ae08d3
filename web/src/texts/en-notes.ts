/* What the platform changed of an item, and what it says about it. In English. */

export const notes = {
  erased: 'Erased',
  erasedItem: 'The personal data of this item was erased. Its status and history remain.',
  version: 'Version {{version}}',
  failed: 'What changed could not be loaded',
  notCompared: 'Changed by the platform; nobody has decided on it before',
  changedNow: 'The platform has changed this since you opened it (version {{version}})',
  since: {
    approve: 'Changed since {{who}} approved version {{version}} at {{when}}',
    reject: 'Changed since {{who}} rejected version {{version}} at {{when}}',
    takeDown: 'Changed since {{who}} took version {{version}} down at {{when}}',
  },
  media: 'Media replaced',
  pictures: 'Pictures changed',
  title: 'Title',
  introduction: 'Description',
  attributes: 'From the platform',
  signals: 'Signals',
}
