/* Background work waits until the video that was just opened shows its first frame. */

const timeoutMs = 800

let firstFrame: Promise<unknown> = Promise.resolve()

export function expectFirstFrame(video: HTMLVideoElement) {
  firstFrame = new Promise((resolve) => {
    setTimeout(resolve, timeoutMs)
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(resolve)
    else (video as HTMLVideoElement).addEventListener('timeupdate', resolve, { once: true })
  })
}

/** Resolves at once if no video was just opened. */
export const afterFirstFrame = (): Promise<unknown> => firstFrame
