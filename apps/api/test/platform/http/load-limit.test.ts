import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LoadLimit, nextLimit } from '../../../src/platform/http/load-limit.ts'

const settings = { max: 512, waitMsMax: 100 }

describe('the limit of concurrent requests', () => {
  it.each([
    // Every request waits too long: the longer the wait, the lower the limit.
    [512, { leastWaitMs: 101, peak: 512 }, 460],
    [512, { leastWaitMs: 150, peak: 512 }, 341],
    [512, { leastWaitMs: 5000, peak: 512 }, 256],
    // The number of requests counts, not the limit itself.
    [512, { leastWaitMs: 150, peak: 150 }, 100],
    // Never so low that the machine would be idle.
    [80, { leastWaitMs: 5000, peak: 80 }, 64],
    [64, { leastWaitMs: 5000, peak: 64 }, 64],
    [512, { leastWaitMs: 5000, peak: 3 }, 64],
    // Between half of the maximum wait and the maximum, nothing changes.
    [80, { leastWaitMs: 100, peak: 80 }, 80],
    [80, { leastWaitMs: 51, peak: 80 }, 80],
    // One request that did not wait shows that the queue empties: twice as many may come.
    [80, { leastWaitMs: 50, peak: 79 }, 256],
    [512, { leastWaitMs: undefined, peak: 0 }, 256],
    [256, { leastWaitMs: 0, peak: 200 }, 400],
    // The limit was reached, so more would come at once if it leapt.
    [64, { leastWaitMs: 0, peak: 64 }, 71],
    [256, { leastWaitMs: 0, peak: 256 }, 282],
    [512, { leastWaitMs: 0, peak: 512 }, 512],
  ])('changes after a window from %i, %o, to %i', (limit, window, expected) => {
    expect(nextLimit(limit, window, settings)).toBe(expected)
  })

  it('is never more than the maximum, however small that is', () => {
    const small = { max: 3, waitMsMax: 100 }
    expect(nextLimit(3, { leastWaitMs: 5000, peak: 3 }, small)).toBe(3)
    expect(nextLimit(3, { leastWaitMs: 0, peak: 3 }, small)).toBe(3)
  })

  it('no longer depends on the load a tenth of a second after that has passed', () => {
    const calm = { leastWaitMs: 0, peak: 63 }
    expect(nextLimit(64, calm, settings)).toBe(nextLimit(512, calm, settings))
  })
})

describe('the load of a process', () => {
  let load: LoadLimit
  afterEach(() => load.stop())

  /** Blocks the event loop for this long, as a long computation does. */
  function block(ms: number): void {
    const end = performance.now() + ms
    while (performance.now() < end);
  }

  it('makes the process late as soon as a timer is', () => {
    load = new LoadLimit(settings)
    const lateness = [load.isLate]
    block(21)
    expect([...lateness, load.isLate]).toEqual([false, true])
  })

  it('shows in late timers, even when no request waits for the database', async () => {
    load = new LoadLimit(settings)
    expect(load.limit).toBe(256)
    for (let i = 0; i < 6; i += 1) {
      block(250)
      await new Promise((resolve) => setTimeout(resolve, 0))
      load.waited(0)
    }
    expect(load.limit).toBeLessThan(256)
    await expect.poll(() => load.limit).toBe(256)
  })

  it('is the number of requests that have entered and not left', () => {
    load = new LoadLimit({ max: 2, waitMsMax: 100 })
    load.enter()
    expect(load.isReached).toBe(false)
    load.enter()
    expect(load.isReached).toBe(true)
    load.leave()
    expect([load.count, load.isReached]).toEqual([1, false])
  })
})

describe('a window of the load', () => {
  const windowMs = 100
  let load: LoadLimit
  beforeEach(() => {
    vi.useFakeTimers()
    load = new LoadLimit(settings)
  })
  afterEach(() => {
    load.stop()
    vi.useRealTimers()
  })

  const enter = (count: number) => {
    for (let i = 0; i < count; i += 1) load.enter()
  }
  const leave = (count: number) => {
    for (let i = 0; i < count; i += 1) load.leave()
  }

  it('sets the next limit when a tenth of a second is over, and not before', () => {
    enter(200)
    vi.advanceTimersByTime(windowMs - 10)
    expect(load.limit).toBe(256)
    vi.advanceTimersByTime(10)
    expect(load.limit).toBe(400)
    enter(40)
    vi.advanceTimersByTime(windowMs - 10)
    expect(load.limit).toBe(400)
    vi.advanceTimersByTime(10)
    expect(load.limit).toBe(480)
  })

  it('counts the most requests at once, also of those that have left', () => {
    enter(200)
    leave(200)
    vi.advanceTimersByTime(windowMs)
    expect(load.limit).toBe(400)
    vi.advanceTimersByTime(windowMs)
    expect(load.limit).toBe(256)
  })

  it('is no overload if one request did not wait', () => {
    enter(256)
    load.waited(500)
    load.waited(0)
    load.waited(700)
    vi.advanceTimersByTime(windowMs)
    expect(load.limit).toBe(282)
  })

  it('adds nothing to a wait while timers are in time', () => {
    enter(256)
    vi.advanceTimersByTime(20)
    load.waited(95)
    vi.advanceTimersByTime(windowMs - 20)
    expect(load.limit).toBe(256)
  })

  it('has requests beyond a limit that fell refused, those that waited longer than the bound', () => {
    const refused: [count: number, waitedMs: number][] = []
    load.onExcess((...late) => void refused.push(late))
    enter(300)
    load.waited(5000)
    vi.advanceTimersByTime(windowMs)
    expect([load.limit, refused]).toEqual([128, [[172, 100]]])
    leave(172)
    vi.advanceTimersByTime(windowMs)
    expect(refused).toHaveLength(1)
  })

  it('has nothing refused if as many requests are left as the limit permits, or fewer', () => {
    const refused: unknown[] = []
    load.onExcess((...late) => void refused.push(late))
    enter(256)
    leave(128)
    load.waited(5000)
    vi.advanceTimersByTime(windowMs)
    expect([load.limit, refused]).toEqual([128, []])
    leave(128)
    vi.advanceTimersByTime(windowMs)
    expect(refused).toEqual([])
  })

  it('is measured no more after a stop', () => {
    enter(200)
    load.stop()
    vi.advanceTimersByTime(10 * windowMs)
    expect(load.limit).toBe(256)
  })
})
