// What lies in server/demo-media. scripts/make-demo-media.mjs makes it, and fails where this list is wrong.
export interface Clip {
  /** In demo-media/clips/. */
  readonly file: string
  readonly seconds: number
  readonly width: number
  readonly height: number
}

export const clips: readonly Clip[] = [
  { file: 'dawn-gradient.webm', seconds: 12, width: 640, height: 360 },
  { file: 'twelve-scenes.webm', seconds: 36, width: 640, height: 360 },
  { file: 'slow-plasma.webm', seconds: 20, width: 640, height: 360 },
  { file: 'fractal-dive.webm', seconds: 15, width: 640, height: 360 },
  { file: 'city-clock.webm', seconds: 40, width: 640, height: 360 },
  { file: 'colonies.webm', seconds: 10, width: 480, height: 360 },
  { file: 'loom.webm', seconds: 18, width: 480, height: 360 },
  { file: 'ripples.webm', seconds: 8, width: 400, height: 400 },
  { file: 'orbits.webm', seconds: 24, width: 400, height: 400 },
  { file: 'lantern.webm', seconds: 14, width: 360, height: 640 },
  { file: 'rainfall.webm', seconds: 22, width: 360, height: 640 },
  { file: 'tall-tide.webm', seconds: 6, width: 360, height: 640 },
]

/** The names below are in demo-media/pictures/. */
export const banners: readonly string[] = numbered('banner', 28)
export const certificates: readonly string[] = numbered('certificate', 12)
export const avatars: readonly string[] = numbered('avatar', 16)
export const covers: readonly string[] = numbered('cover', 14)

function numbered(kind: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${kind}-${String(at + 1).padStart(2, '0')}.webp`)
}
