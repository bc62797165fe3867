import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { SigningClock } from '../src/core/signing-clock.ts'
import { UsedTimes } from '../src/core/used-times.ts'

const NOW = 1_790_000_000_000
const KEY = 'a key'

/** A clock that shares its times with no other test. */
const clockOf = (now: () => number, used = new UsedTimes(() => 0)): SigningClock =>
  new SigningClock(now, used)

describe('the times of signatures', () => {
  it('are never used twice for a key, whatever the clocks and the servers of its clients do', () => {
    const ms = fc.integer({ min: -50, max: 50 })
    const client = fc.nat({ max: 2 })
    const step = fc.record({ kind: fc.constantFrom('tick', 'follow', 'sign', 'sign'), client, ms })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const used = new UsedTimes(() => 0)
        const clients = [0, 1, 2].map(() => {
          const machine = { now: NOW }
          return { machine, clock: clockOf(() => machine.now, used) }
        })
        const given: string[] = []
        for (const { kind, client: index, ms } of steps) {
          const { machine, clock } = clients[index] ?? expect.unreachable()
          if (kind === 'tick') machine.now += ms
          else if (kind === 'follow') clock.follow(NOW + ms)
          else given.push(clock.next(KEY))
        }
        expect(new Set(given).size).toBe(given.length)
      }),
    )
  })

  it('are independent between clients of another clock or of another key', () => {
    const used = new UsedTimes(() => 0)
    expect(clockOf(() => NOW, used).next(KEY)).toBe(String(NOW))
    expect(clockOf(() => 5_000, used).next(KEY)).toBe('5000')
    expect(clockOf(() => NOW, used).next('another key')).toBe(String(NOW))
    expect(clockOf(() => NOW, used).next(KEY)).toBe(String(NOW + 1))
  })

  it('still increase when the clock of the machine is set back', () => {
    let now = 2_000
    const clock = clockOf(() => now)
    clock.next(KEY)
    now = 1_000
    expect(clock.next(KEY)).toBe('2001')
  })

  it('follow the server once its time is known', () => {
    let now = 9_000
    const clock = clockOf(() => now)
    clock.next(KEY)
    clock.follow(5_000)
    expect(clock.next(KEY)).toBe('5000')
    now += 250
    expect(clock.next(KEY)).toBe('5250')
  })

  it('continue after a time that the server has seen, even when it is long forgotten', () => {
    let elapsed = 0
    const used = new UsedTimes(() => elapsed)
    const clock = clockOf(() => NOW, used)
    expect(clock.next(KEY)).toBe(String(NOW))
    elapsed = 60_001
    used.take('another key', 1)
    clock.follow(NOW)
    expect(clock.next(KEY)).toBe(String(NOW + 1))
  })

  it.each([NaN, Infinity, 1e17])('are refused from a clock that returns %d', (now) => {
    const clock = clockOf(() => now)
    expect(() => clock.next(KEY)).toThrow(RangeError)
    expect(() => clock.next(KEY)).toThrow('now must return the time in Unix milliseconds.')
  })
})

describe('used times', () => {
  it('are remembered for as long as a replay is possible, and no longer', () => {
    let elapsed = 0
    const used = new UsedTimes(() => elapsed)
    expect([used.take(KEY, 7), used.take(KEY, 7)]).toEqual([7, 8])
    elapsed = 60_000
    expect([used.take(KEY, 7), used.take(KEY, 7)]).toEqual([9, 10])
    elapsed = 60_001
    expect(used.take(KEY, 20)).toBe(20)
    expect([used.take(KEY, 7), used.take(KEY, 7)]).toEqual([7, 8])
    expect(used.take(KEY, 9)).toBe(11)
  })

  it('are forgotten, together with a key unused for that long, when another key is used', () => {
    let elapsed = 0
    const used = new UsedTimes(() => elapsed)
    used.take(KEY, 7)
    elapsed = 60_000
    used.take('another key', 7)
    expect(used.take(KEY, 7)).toBe(8)
    elapsed = 120_001
    used.take('another key', 7)
    expect(used.take(KEY, 7)).toBe(7)
  })

  it('are timed by a monotonic clock unless another is given', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    onTestFinished(() => now.mockRestore())
    const used = new UsedTimes()
    used.take(KEY, 7)
    now.mockReturnValue(61_001)
    used.take('another key', 7)
    expect(used.take(KEY, 7)).toBe(7)
  })

  it('are at most one for each millisecond of the window', () => {
    const used = new UsedTimes(() => 0)
    for (let count = 0; count < 60_000; count += 1) used.take(KEY, count)
    expect(used.take(KEY, 0)).toBe(60_000)
    // One more than the limit: the oldest was forgotten.
    expect(used.take(KEY, 0)).toBe(0)
  })

  it('are kept for a limited number of keys, and those unused for longest are forgotten', () => {
    const used = new UsedTimes(() => 0)
    for (let count = 0; count < 10_000; count += 1) used.take(`key ${count}`, 1)
    expect(used.take('key 0', 1)).toBe(2)
    used.take('one more', 1)
    expect(used.take('key 0', 1)).toBe(3)
    expect(used.take('key 1', 1)).toBe(1)
  })
})
