import { useRef } from 'react'

/** A player, and the way to a moment of it: shown, at that moment, and playing if it was. */
export function useSeek() {
  const film = useRef<HTMLVideoElement>(null)
  const seek = (seconds: number) => {
    if (!film.current) return
    film.current.currentTime = seconds
    film.current.scrollIntoView({ block: 'nearest' })
  }
  return { film, seek }
}
