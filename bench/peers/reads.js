import { useEffect, useState } from 'react'
import { findHistory, videoLink } from './calls.js'

/* What a dialog reads beside its item. */

function useRead(read, id, before) {
  const [found, setFound] = useState(before)
  useEffect(() => {
    let wanted = true
    read(id).then(
      (result) => wanted && setFound(result),
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [read, id])
  return found
}

const historyOf = (id) => findHistory('report', id)

export const useLink = (id) => useRead(videoLink, id, undefined)
export const useHistory = (id) => useRead(historyOf, id, [])
