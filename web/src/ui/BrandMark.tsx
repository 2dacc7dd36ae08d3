/** As in public/icon.svg; drawn here, it needs no request. */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#16211f" />
      <path d="M6 9h20v14H6z" fill="none" stroke="#f5f3ec" strokeWidth="1.6" />
      <path d="m13 12.5 7 3.5-7 3.5z" fill="#f0b64a" />
    </svg>
  )
}
