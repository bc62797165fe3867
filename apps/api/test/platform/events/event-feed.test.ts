import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EventCursors } from '../../../src/platform/events/event-cursors.ts'
import { LogFeed, type Wake } from '../../../src/platform/events/event-feed.ts'
import type { EventLog } from '../../../src/platform/events/event-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const log: Pick<EventLog, 'after'> = { after: () => Promise.reject(new Error('not read here')) }

/** A feed, and readers that note why they were woken. */
function feedOf() {
  const feed = new LogFeed('one', log, new EventCursors(Buffer.alloc(32)))
  const reader = () => {
    const woken: Wake[] = []
    return { woken, wake: (why: Wake) => void woken.push(why) }
  }
  return { feed, reader }
}

describe('the readers of a feed', () => {
  it('are woken each when it has waited for its time, by one timer', () => {
    const { feed, reader } = feedOf()
    const [early, late] = [reader(), reader()]
    feed.await(early, 0, performance.now())
    vi.advanceTimersByTime(15_000)
    feed.await(late, 0, performance.now())
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(5000)
    expect([early.woken, late.woken]).toEqual([['quiet'], []])
    vi.advanceTimersByTime(15_000)
    expect([early.woken, late.woken]).toEqual([['quiet'], ['quiet']])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are woken sooner when their clients have waited already, the first of them first', () => {
    const { feed, reader } = feedOf()
    const [silent, served] = [reader(), reader()]
    const servedAtMs = performance.now()
    feed.await(served, 0, servedAtMs)
    feed.await(silent, 0, servedAtMs - 15_000)
    vi.advanceTimersByTime(5000)
    expect([served.woken, silent.woken]).toEqual([[], ['quiet']])
    vi.advanceTimersByTime(15_000)
    expect([served.woken, silent.woken]).toEqual([['quiet'], ['quiet']])
  })

  it('are woken once by a hint, also by one that came before they waited', () => {
    const { feed, reader } = feedOf()
    const [waiting, behind] = [reader(), reader()]
    feed.await(waiting, 0, performance.now())
    feed.hasGrown()
    feed.await(behind, 0, performance.now())
    vi.advanceTimersByTime(60_000)
    expect([waiting.woken, behind.woken]).toEqual([['grown'], ['grown']])
  })

  it('leave no timer when the last of them has left', () => {
    const { feed, reader } = feedOf()
    const one = reader()
    feed.await(one, 0, performance.now())
    feed.forget(one)
    expect(vi.getTimerCount()).toBe(0)
  })
})
