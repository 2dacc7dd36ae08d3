/** A key drawn on a button. Screen readers get it from the button's `aria-keyshortcuts`. */
export const Key = ({ children }: { children: string }) =>
  children ? (
    <span className="sr-key" aria-hidden="true">
      {children}
    </span>
  ) : null
