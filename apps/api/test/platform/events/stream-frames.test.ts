import { describe, expect, it, onTestFinished, vi } from 'vitest'
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
function streamOf(log: Pick<EventLog, 'after'>, { room = Infinity, isAskedFor = true } = {}) {
  const signals: string[] = []
  const metrics = new Metrics()
  const feed = new LogFeed('one', log, cursors)
  const stream = new EventStream({
    ...{ feed, cursors, start, filter: () => isAskedFor, moves: undefined },
    meter: new StreamMeter(metrics),
    ended: () => void signals.push('released'),
  })
  const sink = {
    send: (frames: string) => {
      signals.push(...frames.split('\n').filter((line) => /^(event)?:/.test(line)))
      return signals.length < room
    },
    end: () => void signals.push('ended'),
    fail: () => void signals.push('broken off'),
  }
  const endedFor = async () => /_ended_total\{cause="(\w+)"\} 1/.exec(await metrics.text())?.[1]
  return { stream, sink, signals, feed, endedFor }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a stream', () => {
  it('sends nothing to a reader that is behind, and continues once it has caught up', async () => {
    const { stream, sink, signals } = streamOf(logOf(4), { room: 2 })
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

  it('is kept alive each 20 s while its log grows faster by what its client did not ask for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    let count = 0
    const growing: Pick<EventLog, 'after'> = { after: (...asked) => logOf(count).after(...asked) }
    const { stream, sink, signals, feed } = streamOf(growing, { isAskedFor: false })
    stream.begin(sink)
    const sentAt: number[] = []
    for (let second = 1; second <= 45; second += 1) {
      vi.advanceTimersByTime(1000)
      await settled()
      if (second % 3 === 0) {
        count += 1
        feed.hasGrown()
        await settled()
      }
      if (signals.length > 1 + sentAt.length) sentAt.push(second)
    }
    expect(signals).toEqual(['event: ready', ': keepalive', ': keepalive'])
    expect(sentAt).toEqual([20, 40])
  })

  it('is kept alive while it reads a long log of what its client did not ask for', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const long = logOf(50)
    const slow: Pick<EventLog, 'after'> = {
      after: (...asked) => {
        vi.advanceTimersByTime(1000)
        return long.after(...asked)
      },
    }
    const { stream, sink, signals } = streamOf(slow, { isAskedFor: false })
    stream.begin(sink)
    await settled()
    stream.closed('left')
    expect(signals).toEqual(['event: ready', ': keepalive', ': keepalive', 'released'])
  })
})
