import { afterEach, describe, expect, it } from 'vitest'
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
  ])('after %i and a window of %o is %i', (limit, window, expected) => {
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
