import { Text } from '../../ui/Text.tsx'

/** What was sent or answered, letter by letter. */
export function Verbatim({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
    <pre className="sr-platform-text" tabIndex={0}>
      <Text>{children}</Text>
    </pre>
  )
}
