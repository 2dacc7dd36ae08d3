import { describe, expect, it } from 'vitest'
import { readEvents } from '../src/api/event-stream.ts'

const told = (...pieces: string[]) => {
  const reader = readEvents()
  return { events: pieces.flatMap((piece) => reader.read(piece)), lastId: reader.lastId() }
}

describe('a stream of events', () => {
  it('comes in whatever pieces the network makes of it', () => {
    const text = 'id: 7\nevent: decision\ndata: {"id":1}\n\n: beat\n\nevent: bye\ndata: {}\n\n'
    const whole = told(text)
    expect(whole).toEqual({
      events: [
        { name: 'decision', data: '{"id":1}' },
        { name: 'bye', data: '{}' },
      ],
      lastId: '7',
    })
    expect(told(...text)).toEqual(whole)
    const windows = text.replaceAll('\n', '\r\n')
    expect(told(windows)).toEqual(whole)
    expect(told(...windows)).toEqual(whole)
  })

  it('an id without data is no event, but counts for the way back', () => {
    expect(told('retry: 1000\nid: 42\n\n')).toEqual({ events: [], lastId: '42' })
  })

  it('an event that is cut off is not told', () => {
    expect(told('event: decision\ndata: {"id"').events).toEqual([])
    expect(told('event: decision\ndata: 1\n').events).toEqual([])
  })

  it('takes one space off, several lines as one text, and fields it does not know as nothing', () => {
    expect(told('data:  a\ndata:b\nfuture: x\ndata\n\n').events).toEqual([
      { name: 'message', data: ' a\nb\n' },
    ])
  })

  it('keeps the name to one event', () => {
    expect(told('event: lease\n\ndata: 1\n\n').events).toEqual([{ name: 'message', data: '1' }])
  })
})
