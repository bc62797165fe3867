import { describe, expect, it } from 'vitest'
import { StreamRests } from '../../src/platform/stream-rests.ts'

function resting(...organizations: string[]) {
  let nowMs = 0
  const yielding = new Set(organizations)
  const rests = new StreamRests(
    (id) => yielding.has(id),
    () => nowMs,
  )
  return { rests, yielding, pass: (ms: number) => (nowMs += ms) }
}

describe('the streamed answers of an organization', () => {
  it('rest four times as long as they work, if it must yield', () => {
    const { rests, yielding } = resting('a')
    expect([rests.after('a', 10), rests.after('b', 10)]).toEqual([40, 0])
    yielding.clear()
    expect(rests.after('a', 10)).toBe(0)
  })

  it('rest one after the other, and no longer than a second', () => {
    const { rests, pass } = resting('a', 'b')
    expect([rests.after('a', 10), rests.after('a', 5), rests.after('b', 1)]).toEqual([40, 60, 4])
    pass(50)
    expect(rests.after('a', 1)).toBe(14)
    pass(14)
    expect(rests.after('a', 1)).toBe(4)
    expect(rests.after('a', 9999)).toBe(1000)
  })
})
