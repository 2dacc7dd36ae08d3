import { describe, expect, it } from 'vitest'
import { readEvents } from '../src/api/event-stream.ts'

const parse = (...pieces: string[]) => {
  const reader = readEvents()
  return { events: pieces.flatMap((piece) => reader.read(piece)), lastId: reader.lastId() }
}

describe('a stream of events', () => {
  it('is parsed in whatever chunks it arrives', () => {
    const text = 'id: 7\nevent: decision\ndata: {"id":1}\n\n: beat\n\nevent: bye\ndata: {}\n\n'
    const whole = parse(text)
    expect(whole).toEqual({
      events: [
        { name: 'decision', data: '{"id":1}' },
        { name: 'bye', data: '{}' },
      ],
      lastId: '7',
    })
    expect(parse(...text)).toEqual(whole)
    const windows = text.replaceAll('\n', '\r\n')
    expect(parse(windows)).toEqual(whole)
    expect(parse(...windows)).toEqual(whole)
  })

  it('an ID without data is no event, but counts for reconnecting', () => {
    expect(parse('retry: 1000\nid: 42\n\n')).toEqual({ events: [], lastId: '42' })
  })

  it('an event that is cut off is not reported', () => {
    expect(parse('event: decision\ndata: {"id"').events).toEqual([])
    expect(parse('event: decision\ndata: 1\n').events).toEqual([])
  })

  it('removes one space, joins several data lines, and ignores unknown fields', () => {
    expect(parse('data:  a\ndata:b\nfuture: x\ndata\n\n').events).toEqual([
      { name: 'message', data: ' a\nb\n' },
    ])
  })

  it('keeps the name to one event', () => {
    expect(parse('event: lease\n\ndata: 1\n\n').events).toEqual([{ name: 'message', data: '1' }])
  })
})
