import { randomBytes } from 'node:crypto'
import { signatureWindowMs } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { ReplayMemory, signatureLifetimeMs } from '../../../src/platform/signing/replay.ts'

const start = Date.parse('2026-03-02T12:00:00.000Z')

describe('the signatures of a process', () => {
  it('are accepted once for as long as they can be valid', async () => {
    const memory = new ReplayMemory(start, start)
    const signature = randomBytes(64)
    expect(await memory.acceptOnce(signature, start, start)).toBeDefined()
    for (let later = 0; later <= signatureLifetimeMs; later += 1000) {
      expect(await memory.acceptOnce(signature, start, start + later)).toBeUndefined()
      await memory.acceptOnce(randomBytes(64), start + later, start + later)
    }
  })

  it('stay refused when the clock has jumped ahead and back', async () => {
    const memory = new ReplayMemory(start, start)
    const signature = randomBytes(64)
    expect(await memory.acceptOnce(signature, start, start)).toBeDefined()
    for (let jump = 1; jump <= 3; jump += 1) {
      const ahead = start + jump * 2 * signatureLifetimeMs
      expect(await memory.acceptOnce(randomBytes(64), ahead, ahead)).toBeDefined()
    }
    expect(await memory.acceptOnce(signature, start, start + 1)).toBeUndefined()
  })

  it('are deleted after two lifetimes, and then every older one is refused', async () => {
    const memory = new ReplayMemory(start, start)
    const accept = async (signedAt: number, now: number) =>
      (await memory.acceptOnce(randomBytes(64), signedAt, now)) !== undefined
    expect(await accept(start, start)).toBe(true)
    const afterOne = start + signatureLifetimeMs
    expect(await accept(afterOne, afterOne - 1)).toBe(true)
    expect(await accept(start, afterOne)).toBe(true)
    const afterTwo = afterOne + signatureLifetimeMs
    expect(await accept(start, afterTwo - 1)).toBe(true)
    // Now the first generation is deleted. Additions to the second one do not delay that.
    expect(await accept(afterOne, afterTwo)).toBe(false)
    expect(await accept(afterOne + 1, afterTwo)).toBe(true)
  })

  it('are kept longer than the clocks that may have made them can differ', () => {
    expect(signatureLifetimeMs).toBeGreaterThan(2 * signatureWindowMs)
  })
})
