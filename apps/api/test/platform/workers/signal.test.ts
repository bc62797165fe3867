import { describe, expect, it } from 'vitest'
import { Signal } from '../../../src/platform/signal.ts'

const long = 60_000

describe('a bell', () => {
  it('wakes all who wait for it', async () => {
    const signal = new Signal()
    const waiting = [signal.wait(long), signal.wait(long), signal.wait(long)]
    signal.send()
    expect(await Promise.all(waiting)).toHaveLength(3)
  })

  it('that was rung while nobody waited is heard by the next, once', async () => {
    const signal = new Signal()
    signal.send()
    signal.send()
    await signal.wait(long)
    let isHeard = false
    const next = signal.wait(long).then(() => (isHeard = true))
    await Promise.resolve()
    expect(isHeard).toBe(false)
    signal.send()
    await next
  })

  it('is not waited for longer than was said', async () => {
    await new Signal().wait(0)
  })

  it('that is rung by who it woke is heard by whoever looks again', async () => {
    const signal = new Signal()
    const first = signal.wait(long).then(() => signal.send())
    signal.send()
    await first
    await signal.wait(long)
  })
})
