import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MovedPrices } from '../../../src/features/prices/moved-prices.ts'
import type { PriceReading } from '../../../src/features/prices/price-book.ts'
import { EventCursors } from '../../../src/platform/events/event-cursors.ts'
import { LogFeed } from '../../../src/platform/events/event-feed.ts'
import { EventStream } from '../../../src/platform/events/event-stream.ts'
import { Moves, NamesOfLog } from '../../../src/platform/events/moves.ts'
import { Metrics } from '../../../src/platform/telemetry/metrics.ts'
import { StreamMeter } from '../../../src/platform/telemetry/stream-meter.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Prices that the test moves, and an empty log. */
function pricesOf(names: readonly string[], isSandbox = false) {
  const readings = new Map<string, PriceReading>()
  const time = { nowMs: 0 }
  const moving = new MovedPrices({
    prices: { readAll: () => Promise.resolve(new Map(readings)) },
    clock: { now: () => time.nowMs },
    isSandbox,
    positionAssets: { of: () => Promise.resolve(new Set(names)) },
    logger: pino({ enabled: false }),
  })
  /** Gives prices to assets, and lets the looks of a second find it. */
  const move = async (...prices: readonly [asset: string, priceUsd: string][]) => {
    for (const [asset, priceUsd] of prices) {
      readings.set(asset, { kind: 'current', priceUsd, source: 'one', observedAt: '' })
    }
    await moving.look()
    await settled()
    vi.advanceTimersByTime(1000)
    await settled()
  }
  return { moving, move, time }
}

/** A stream that names what has moved, to a reader that takes this many frames, and then more. */
async function streamOf(moving: MovedPrices, room = Infinity) {
  const log = {
    after: (_log: string, place: { position: number; nonce: number }) =>
      Promise.resolve({ events: [], end: place, lost: false }),
  }
  const cursors = new EventCursors(Buffer.alloc(32))
  const feed = new LogFeed('one', log, cursors)
  const sent: string[] = []
  const stream = new EventStream({
    ...{ feed, cursors, start: { position: 0, nonce: 0 }, filter: () => true },
    moves: new Moves(moving, new NamesOfLog(feed, moving)),
    meter: new StreamMeter(new Metrics()),
    ended: () => undefined,
  })
  stream.begin({
    send: (frames) => {
      sent.push(...frames.split('\n').filter((line) => /^(data|:)/.test(line)))
      return sent.length < room
    },
    end: () => undefined,
    fail: () => void sent.push('broken off'),
  })
  await settled()
  return { stream, sent }
}

const ready = 'data: {"status":"connected"}'
const moved = (clock: boolean, ...prices: string[]) => `data: ${JSON.stringify({ prices, clock })}`

describe('a stream that names what has moved', () => {
  it('keeps nothing for a reader that is behind, and then names all of it once', async () => {
    const { moving, move } = pricesOf(['BTC', 'ETH', 'SOL'])
    const { stream, sent } = await streamOf(moving, 2)
    await move(['BTC', '1'])
    await move(['BTC', '2'])
    await move(['ETH', '3'])
    expect(sent).toEqual([ready, moved(false, 'BTC', 'ETH', 'SOL')])
    stream.resume()
    await settled()
    expect(sent.slice(2)).toEqual([moved(false, 'BTC', 'ETH')])
  })

  it('is kept alive while prices move that do not concern its reader', async () => {
    const { moving, move } = pricesOf([])
    const { sent } = await streamOf(moving)
    for (let second = 0; second < 45; second += 1) await move(['BTC', String(second)])
    expect(sent).toEqual([ready, ': keepalive', ': keepalive'])
  })

  it('says that the time of a sandbox was moved, and nothing of a clock that goes by itself', async () => {
    for (const isSandbox of [true, false]) {
      const { moving, move, time } = pricesOf(['BTC'], isSandbox)
      const { sent } = await streamOf(moving)
      await move(['BTC', '1'])
      await move()
      time.nowMs += 1000
      await move()
      const clock = isSandbox ? [moved(true)] : []
      expect(sent).toEqual([ready, moved(isSandbox, 'BTC'), ...clock])
    }
  })

  it('wakes no stream that has ended', async () => {
    const { moving, move } = pricesOf(['BTC'])
    const { stream, sent } = await streamOf(moving)
    stream.end()
    await move(['BTC', '1'])
    expect(sent).toEqual([ready])
    expect(moving.count).toBeUndefined()
  })
})
