import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SigningClock } from '../src/core/signing-clock.ts'

describe('the times of signatures', () => {
  it('are never given twice, whatever the clock and the server do', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('tick' as const), ms: fc.integer({ min: -50, max: 50 }) }),
      fc.record({ kind: fc.constant('follow' as const), ms: fc.integer({ min: -50, max: 50 }) }),
      fc.record({ kind: fc.constant('sign' as const), ms: fc.constant(0) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let now = 1_790_000_000_000
        const clock = new SigningClock(() => now)
        const given: string[] = []
        for (const { kind, ms } of steps) {
          if (kind === 'tick') now += ms
          else if (kind === 'follow') clock.follow(1_790_000_000_000 + ms)
          else given.push(clock.next())
        }
        expect(new Set(given).size).toBe(given.length)
      }),
    )
  })

  it('go on when the clock of the machine is set back', () => {
    let now = 2_000
    const clock = new SigningClock(() => now)
    clock.next()
    now = 1_000
    expect(clock.next()).toBe('2001')
  })

  it('are remembered only as far back as matters', () => {
    const clock = new SigningClock(() => 1_790_000_000_000)
    for (let count = 0; count < 20_000; count += 1) clock.next()
    clock.follow(1_790_000_000_000)
    // The first times are forgotten, by now outside the server's window; the last ones are not.
    expect(clock.next()).toBe('1790000000000')
    clock.follow(1_790_000_015_000)
    expect(clock.next()).toBe('1790000020000')
  })

  it('keep to the server once it has told its time', () => {
    let now = 9_000
    const clock = new SigningClock(() => now)
    clock.next()
    clock.follow(5_000)
    expect(clock.next()).toBe('5000')
    now += 250
    expect(clock.next()).toBe('5250')
  })
})
