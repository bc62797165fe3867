import { randomBytes } from 'node:crypto'
import { signatureWindowMs } from '@vadium/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  KnownSince,
  signatureLifetimeMs,
  signaturesKeptMs,
} from '../../../src/platform/signing/known-since.ts'
import { ReplayMemory } from '../../../src/platform/signing/replay.ts'

const start = Date.parse('2026-03-02T12:00:00.000Z')
const hourMs = 3_600_000

function memoryFrom(startMs: number) {
  const setBacks: number[] = []
  const since = new KnownSince({
    knownFromMs: startMs,
    firstReadMs: startMs,
    onSetBack: (byMs) => setBacks.push(byMs),
  })
  const memory = new ReplayMemory(since)
  const accepts = async (signature: Buffer, signedAtMs: number, nowMs: number) =>
    (await memory.acceptOnce(signature, signedAtMs, nowMs)) !== undefined
  return { since, setBacks, accepts }
}

describe('the signatures of a process', () => {
  it('are accepted once for as long as they can be valid', async () => {
    const { accepts } = memoryFrom(start)
    const signature = randomBytes(64)
    expect(await accepts(signature, start, start)).toBe(true)
    for (let later = 0; later <= signatureLifetimeMs; later += 1000) {
      expect(await accepts(signature, start, start + later)).toBe(false)
      await accepts(randomBytes(64), start + later, start + later)
    }
  })

  it('are known for an hour, and after that every older one is refused', async () => {
    const { accepts } = memoryFrom(start)
    const signature = randomBytes(64)
    expect(await accepts(signature, start, start)).toBe(true)
    let nowMs = start
    for (; nowMs <= start + signaturesKeptMs; nowMs += signatureLifetimeMs) {
      await accepts(randomBytes(64), nowMs, nowMs)
      expect(await accepts(signature, start, nowMs)).toBe(false)
      expect(await accepts(randomBytes(64), start, nowMs)).toBe(true)
    }
    await accepts(randomBytes(64), nowMs, nowMs + signatureLifetimeMs)
    expect(await accepts(randomBytes(64), start, nowMs + signatureLifetimeMs)).toBe(false)
    expect(await accepts(randomBytes(64), nowMs + 1, nowMs + signatureLifetimeMs)).toBe(true)
  })

  it('are accepted once, and every other one is, wherever within an hour the clock is set', async () => {
    const step = fc.oneof(
      fc.record({ waitMs: fc.nat(20_000) }),
      fc.record({ setToMs: fc.nat(hourMs) }),
      fc.record({ signBesideMs: fc.integer({ min: -signatureWindowMs, max: signatureWindowMs }) }),
      fc.record({ replay: fc.nat() }),
    )
    const lives = fc.array(step, { minLength: 20, maxLength: 300, size: 'max' })
    await fc.assert(
      fc.asyncProperty(lives, async (steps) => {
        const { accepts } = memoryFrom(start)
        const accepted: { signature: Buffer; signedAtMs: number }[] = []
        let nowMs = start
        for (const next of steps) {
          if ('waitMs' in next) nowMs = Math.min(nowMs + next.waitMs, start + hourMs)
          else if ('setToMs' in next) nowMs = start + next.setToMs
          else if ('signBesideMs' in next) {
            const fresh = { signature: randomBytes(64), signedAtMs: nowMs + next.signBesideMs }
            expect(await accepts(fresh.signature, fresh.signedAtMs, nowMs)).toBe(true)
            accepted.push(fresh)
          } else {
            const again = accepted[next.replay % accepted.length]
            if (again === undefined) continue
            // The clock comes to a time at which it is valid.
            nowMs = Math.min(Math.max(nowMs, again.signedAtMs - signatureWindowMs), start + hourMs)
            expect(await accepts(again.signature, again.signedAtMs, nowMs)).toBe(false)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('are accepted when a clock that was a day ahead for hours is set right', async () => {
    const { accepts, since } = memoryFrom(start)
    const ahead = start + 24 * hourMs
    let nowMs = ahead
    for (; nowMs < ahead + 3 * hourMs; nowMs += signatureLifetimeMs)
      expect(await accepts(randomBytes(64), nowMs, nowMs)).toBe(true)
    expect(since.whyUnready(start)).toBeUndefined()
    expect(await accepts(randomBytes(64), start, start)).toBe(true)
  })

  it('are refused for the window when a clock is set back into times that are forgotten', async () => {
    const { accepts, since } = memoryFrom(start)
    for (let nowMs = start; nowMs < start + 4 * hourMs; nowMs += signatureLifetimeMs)
      expect(await accepts(randomBytes(64), nowMs, nowMs)).toBe(true)
    for (const backMs of [start + hourMs, start - signatureLifetimeMs / 2]) {
      expect(since.whyUnready(backMs)).toBe('the clock was set back')
      expect(await accepts(randomBytes(64), backMs, backMs)).toBe(backMs < start)
      const readyMs = backMs + 2 * signatureLifetimeMs
      expect(since.whyUnready(readyMs)).toBeUndefined()
      expect(await accepts(randomBytes(64), readyMs, readyMs)).toBe(true)
    }
  })

  it('are accepted at the times that a clock ahead has seen, when the right clock comes to them', async () => {
    const { accepts, since } = memoryFrom(start)
    const ahead = start + 5 * hourMs
    for (let nowMs = ahead; nowMs < ahead + 4 * hourMs; nowMs += signatureLifetimeMs)
      expect(await accepts(randomBytes(64), nowMs, nowMs)).toBe(true)
    expect(since.whyUnready(start + 4 * hourMs)).toBeUndefined()
    const reached = ahead + hourMs
    expect(since.whyUnready(reached)).toBeUndefined()
    expect(await accepts(randomBytes(64), reached, reached)).toBe(true)
  })

  it('are kept longer than the clocks that may have made them can differ', () => {
    expect(signatureLifetimeMs).toBeGreaterThan(2 * signatureWindowMs)
  })
})

describe('a clock', () => {
  it('is adjusted when it goes back by a second, and set back once when it goes back by more', () => {
    const { since, setBacks } = memoryFrom(start)
    since.observe(start - 1000)
    expect(setBacks).toEqual([])
    since.observe(start - 1001)
    since.observe(start - 1001)
    expect(setBacks).toEqual([1001])
  })

  it('makes no earlier timestamp acceptable when it goes back by less than a minute', () => {
    const { since } = memoryFrom(start)
    since.observe(start - signatureLifetimeMs)
    expect(since.firstReadMs).toBe(start)
    expect(since.whyUnready(start - 1)).toBe('the clock was set back')
    expect(since.whyUnready(start)).toBeUndefined()
  })
})
