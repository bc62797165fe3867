import { describe, expect, it } from 'vitest'
import { EventCursors, type LogPlace } from '../../../src/platform/events/event-cursors.ts'
import { LogFeed } from '../../../src/platform/events/event-feed.ts'
import type { EventLog, LoggedEvent } from '../../../src/platform/events/event-log.ts'
import { EventStream } from '../../../src/platform/events/event-stream.ts'
import { Metrics } from '../../../src/platform/telemetry/metrics.ts'
import { StreamMeter } from '../../../src/platform/telemetry/stream-meter.ts'

const cursors = new EventCursors(Buffer.alloc(32))
const start = { position: 0, nonce: 0 }

const eventAfter = ({ position, nonce }: LogPlace): LoggedEvent => ({
  ...{ position: position + 1, nonce: 7, previousNonce: nonce },
  ...{ type: 'chat.updated', data: {}, time: '2026-01-01T00:00:00.000Z' },
})

/** A log with this many events, which is read one at a time. */
const logOf = (count: number): Pick<EventLog, 'after'> => ({
  after: (_organizationId, place) => {
    const events = place.position < count ? [eventAfter(place)] : []
    const [end = place] = events
    return Promise.resolve({
      events,
      end: { position: end.position, nonce: end.nonce },
      lost: false,
    })
  },
})

/** A stream of a log, and a connection that takes this many frames before it is full. */
function streamOf(log: Pick<EventLog, 'after'>, room = Infinity) {
  const signals: string[] = []
  const metrics = new Metrics()
  const stream = new EventStream({
    feed: new LogFeed('one', log, cursors),
    ...{ cursors, start, filter: () => true, moves: undefined, meter: new StreamMeter(metrics) },
    ended: () => void signals.push('released'),
  })
  const sink = {
    send: (frames: string) => {
      signals.push(...frames.split('\n').filter((line) => line.startsWith('event: ')))
      return signals.length < room
    },
    end: () => void signals.push('ended'),
    fail: () => void signals.push('broken off'),
  }
  const endedFor = async () => /_ended_total\{cause="(\w+)"\} 1/.exec(await metrics.text())?.[1]
  return { stream, sink, signals, endedFor }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a stream', () => {
  it('sends nothing to a reader that is behind, and continues once it has caught up', async () => {
    const { stream, sink, signals } = streamOf(logOf(4), 2)
    const event = 'event: chat.updated'
    stream.begin(sink)
    await settled()
    expect(signals).toEqual(['event: ready', event])
    stream.resume()
    await settled()
    expect(signals).toEqual(['event: ready', event, event])
    stream.end()
    stream.resume()
    await settled()
    expect(signals).toEqual(['event: ready', event, event, 'released', 'ended'])
  })

  it('is broken off, and is ended by the service, if its log cannot be read', async () => {
    const failing = { after: () => Promise.reject(new Error('no database')) }
    const { stream, sink, signals, endedFor } = streamOf(failing)
    stream.begin(sink)
    await settled()
    stream.closed('left')
    expect(signals).toEqual(['event: ready', 'released', 'broken off'])
    expect(await endedFor()).toBe('ended')
  })

  it('is complete with its first frame if it was ended before it began', async () => {
    const { stream, sink, signals } = streamOf(logOf(1))
    stream.end()
    stream.begin(sink)
    await settled()
    expect(signals).toEqual(['released', 'event: ready', 'ended'])
  })

  it('is counted once, for its first cause', async () => {
    const { stream, sink, signals, endedFor } = streamOf(logOf(0))
    stream.begin(sink)
    await settled()
    stream.closed('cut_off')
    stream.closed('left')
    stream.end()
    expect(signals).toEqual(['event: ready', 'released'])
    expect(await endedFor()).toBe('cut_off')
  })
})
