/* Server-sent events, read by hand: the browser's own reader cannot send the Bearer. */

interface StreamEvent {
  name: string
  data: string
}

export interface StreamReader {
  /** The events that this piece completes. */
  read(piece: string): StreamEvent[]
  /** The last id that came, for the way back. */
  lastId(): string | undefined
}

export function readEvents(): StreamReader {
  let rest = ''
  let lastId: string | undefined
  let name = ''
  let data: string[] = []

  /** An empty line ends an event; one without data is none, but its id counts. */
  function take(line: string): StreamEvent | undefined {
    if (line === '') {
      const event = data.length ? { name: name || 'message', data: data.join('\n') } : undefined
      name = ''
      data = []
      return event
    }
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
    if (field === 'id' && !value.includes('\0')) lastId = value
    return undefined
  }

  return {
    read(piece) {
      // A carriage return at the end may be half of a line's end.
      const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      return lines.map(take).filter((event) => event !== undefined)
    },
    lastId: () => lastId,
  }
}
