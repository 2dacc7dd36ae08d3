/* Parses server-sent events: the browser's EventSource cannot send the Bearer header. */

interface StreamEvent {
  name: string
  data: string
}

export interface StreamReader {
  /** The events that this chunk completes. */
  read(chunk: string): StreamEvent[]
  /** The last event ID, for reconnecting. */
  lastId(): string | undefined
}

export function readEvents(): StreamReader {
  let rest = ''
  let lastId: string | undefined
  let name = ''
  let data: string[] = []

  /** An empty line ends an event. Without data there is no event, but its ID counts. */
  function parseLine(line: string): StreamEvent | undefined {
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
    read(chunk) {
      // A trailing carriage return may be half of a line break.
      const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      return lines.map(parseLine).filter((event) => event !== undefined)
    },
    lastId: () => lastId,
  }
}
