import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runPeriodically } from '../../../src/platform/recurring-work.ts'

describe('recurring work', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('runs at once, and again after the pause that it asks for', async () => {
    let count = 0
    const pauses = [100, 1000, 100]
    const work = runPeriodically(async () => pauses[count++] ?? 100)
    await vi.advanceTimersByTimeAsync(0)
    expect(count).toBe(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(count).toBe(2)
    await vi.advanceTimersByTimeAsync(999)
    expect(count).toBe(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(count).toBe(3)
    await work.stop()
  })

  it('never runs twice at once, and a stop waits for the current run', async () => {
    let count = 0
    let finish: (pauseMs: number) => void = () => undefined
    const work = runPeriodically(() => {
      count += 1
      return new Promise<number>((resolve) => (finish = resolve))
    }, 50)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(count).toBe(1)
    let stopped = false
    const stop = work.stop().then(() => (stopped = true))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(stopped).toBe(false)
    finish(1)
    await stop
    await vi.advanceTimersByTimeAsync(10_000)
    expect(count).toBe(1)
  })
})
