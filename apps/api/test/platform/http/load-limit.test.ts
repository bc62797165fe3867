import { afterEach, describe, expect, it } from 'vitest'
import { LoadLimit, nextLimit } from '../../../src/platform/http/load-limit.ts'

const settings = { max: 512, waitMsMax: 100 }

describe('how many may be worked on at once', () => {
  it.each([
    // Every request waits too long: the more so, the fewer.
    [512, { leastWaitMs: 101, peak: 512 }, 460],
    [512, { leastWaitMs: 150, peak: 512 }, 341],
    [512, { leastWaitMs: 5000, peak: 512 }, 256],
    // What counts is how many there were, and not how many there could have been.
    [512, { leastWaitMs: 150, peak: 150 }, 100],
    // Never so few that the machine would stand idle.
    [80, { leastWaitMs: 5000, peak: 80 }, 64],
    [64, { leastWaitMs: 5000, peak: 64 }, 64],
    [512, { leastWaitMs: 5000, peak: 3 }, 64],
    // Between half of the bound and the bound, nothing changes.
    [80, { leastWaitMs: 100, peak: 80 }, 80],
    [80, { leastWaitMs: 51, peak: 80 }, 80],
    // One request that did not wait shows that the queue empties: as many again may come.
    [80, { leastWaitMs: 50, peak: 80 }, 256],
    [512, { leastWaitMs: undefined, peak: 0 }, 256],
    [256, { leastWaitMs: 0, peak: 200 }, 400],
    [256, { leastWaitMs: 0, peak: 256 }, 512],
    [512, { leastWaitMs: 0, peak: 512 }, 512],
  ])('is %i, then with %o %i', (limit, window, expected) => {
    expect(nextLimit(limit, window, settings)).toBe(expected)
  })

  it('is never more than the maximum, however small that is', () => {
    const small = { max: 3, waitMsMax: 100 }
    expect(nextLimit(3, { leastWaitMs: 5000, peak: 3 }, small)).toBe(3)
    expect(nextLimit(3, { leastWaitMs: 0, peak: 3 }, small)).toBe(3)
  })

  it('is as before a tenth of a second after the load has passed', () => {
    const calm = { leastWaitMs: 0, peak: 64 }
    expect(nextLimit(64, calm, settings)).toBe(nextLimit(512, calm, settings))
  })
})

describe('the load of a process', () => {
  let load: LoadLimit
  afterEach(() => load.stop())

  /** Lets nothing else run for so long, as a long computation does. */
  function block(ms: number): void {
    const end = performance.now() + ms
    while (performance.now() < end);
  }

  it('shows in how late timers come, also where nobody waits for the database', async () => {
    load = new LoadLimit(settings)
    expect(load.limit).toBe(256)
    for (let i = 0; i < 6; i += 1) {
      block(250)
      await new Promise((resolve) => setTimeout(resolve, 0))
      load.waited(0)
    }
    expect(load.limit).toBeLessThan(256)
    await expect.poll(() => load.limit, { timeout: 20_000 }).toBe(256)
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
