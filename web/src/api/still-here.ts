const leavingMs = 300

/** Never resolves in a page that is being left: what it was fetching fails as well, and says nothing. */
export const stillHere = () => new Promise<void>((resolve) => setTimeout(resolve, leavingMs))
