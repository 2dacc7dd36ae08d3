/** A key as it is written on a button; the button itself says it to whoever cannot see it. */
export const Key = ({ children }: { children: string }) =>
  children ? (
    <span className="sr-key" aria-hidden="true">
      {children}
    </span>
  ) : null
