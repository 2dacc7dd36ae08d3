/** The element in the top bar that holds a screen's own tools. */
export const toolsSlotId = 'sr-page-tools'
