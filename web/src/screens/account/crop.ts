/* A square out of a picture, drawn anew: what a canvas writes has no place, no camera and no thumbnail in it. */

/** Each from 0 to 100. */
export interface Crop {
  zoom: number
  x: number
  y: number
}
export const uncropped: Crop = { zoom: 0, x: 50, y: 50 }

const mostZoom = 4
/** As many bytes as the server takes, and no more. */
const longest = 36_000

/** The square of the picture that is shown. */
function squareOf(
  { width, height }: { width: number; height: number },
  { zoom, x, y }: Crop,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / (1 + (zoom / 100) * (mostZoom - 1))
  return { side, left: ((width - side) * x) / 100, top: ((height - side) * y) / 100 }
}

export function draw(canvas: HTMLCanvasElement, source: ImageBitmap, crop: Crop) {
  const { left, top, side } = squareOf(source, crop)
  const context = canvas.getContext('2d')
  if (!context) return
  // A see-through picture has the same ground in both themes.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

const written = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))

/** WebP, or JPEG where the browser does not write it; as good as it can be within the limit. */
export async function cut(canvas: HTMLCanvasElement): Promise<Blob> {
  for (const quality of [0.9, 0.75, 0.5, 0.25]) {
    const webp = await written(canvas, 'image/webp', quality)
    const blob = webp?.type === 'image/webp' ? webp : await written(canvas, 'image/jpeg', quality)
    if (blob && blob.size <= longest) return blob
  }
  throw new Error('the picture cannot be made small enough')
}

export async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
