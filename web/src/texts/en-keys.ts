/* The command palette and the keys of the lists, in English. */
export const palette = {
  title: 'Go to',
  placeholder: 'A screen, an ID or a command',
  nothing: 'Nothing matches',
  item: '{{queue}} #{{id}}',
  category: 'Category: {{name}}',
  theme: 'Theme: {{theme}}',
  language: 'Language: {{language}}',
}

export const keys = {
  title: 'Keyboard shortcuts',
  single: 'Use single-key shortcuts',
  palette: 'Go to a screen, an item or a command',
  search: 'Go to the search field',
  rows: 'Next or previous row',
  open: 'Open the row',
  picture: 'Turn or zoom an enlarged picture',
  focus: 'Start focus review',
  help: 'Show these shortcuts',
  goTo: 'Go to {{screen}}',
  andThen: 'then',
}
