import { describe, expect, it } from 'vitest'
import { ReaderPace } from '../../src/platform/reader-pace.ts'

describe('the pace of a reader', () => {
  it('excludes the time in which the service looks for rows', () => {
    let nowMs = 0
    const pace = new ReaderPace(() => nowMs)
    pace.given(1000)
    nowMs += 10
    pace.asked()
    nowMs += 60_000
    expect(pace.bytesPerSecond).toBe(Infinity)
    pace.given(1000)
    nowMs += 3990
    expect(pace.bytesPerSecond).toBe(500)
  })

  it('has the service rest after its work on a part, which excludes earlier rests', () => {
    let nowMs = 0
    const worked: number[] = []
    const pace = new ReaderPace(
      () => nowMs,
      (workedMs) => worked.push(workedMs) * 40,
    )
    expect(pace.asked()).toBe(0)
    nowMs += 10
    pace.given(1000)
    nowMs += 500
    expect(pace.asked()).toBe(40)
    nowMs += 45
    pace.given(1000)
    expect(pace.asked()).toBe(80)
    expect(worked).toEqual([10, 5])
  })

  it('is low when a fast beginning is followed by slow reading', () => {
    let nowMs = 0
    const pace = new ReaderPace(() => nowMs)
    pace.given(50_000_000)
    for (let i = 0; i < 20; i += 1) {
      nowMs += 10_001
      pace.asked()
      pace.given(1000)
    }
    expect(pace.bytesPerSecond).toBeLessThan(1000)
  })
})
