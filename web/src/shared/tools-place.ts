/** Where a screen puts what belongs to the whole of it: in the top bar, which is always in sight. */
export const toolsPlace = 'sr-page-tools'
