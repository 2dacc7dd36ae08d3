import { useRef } from 'react'

/** A ref for a player, and a function that seeks it and scrolls it into view. */
export function useSeek() {
  const videoRef = useRef<HTMLVideoElement>(null)
  const seek = (seconds: number) => {
    if (!videoRef.current) return
    videoRef.current.currentTime = seconds
    videoRef.current.scrollIntoView({ block: 'nearest' })
  }
  return { videoRef, seek }
}
