/* Categories and tags, in English. */
export const categories = {
  addCategory: 'Add category',
  addTag: 'Add tag',
  chineseName: 'Chinese name',
  englishName: 'English name',
  add: 'Add',
  edit: 'Edit',
  editCategory: 'Edit {{name}}',
  categoryAdded: 'Category added',
  tagAdded: 'Tag added',
  list: 'Categories',
  noTags: 'No tags yet',
  none: 'No categories yet',
  filter: 'Find a category or tag',
  lookOnly: 'Only administrators can add categories and tags. You can view them here.',
  englishHint: 'This provider may not store the English name.',
  tagsOf: 'Tags of {{name}}',
}
