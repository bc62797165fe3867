import { describe, expect, it } from 'vitest'
import { Signal } from '../../../src/platform/signal.ts'

const long = 60_000

describe('a signal', () => {
  it('wakes all waiting workers', async () => {
    const signal = new Signal()
    const waiting = [signal.wait(long), signal.wait(long), signal.wait(long)]
    signal.send()
    expect(await Promise.all(waiting)).toHaveLength(3)
  })

  it('wakes the next worker when it is sent while nobody waits, once', async () => {
    const signal = new Signal()
    signal.send()
    signal.send()
    await signal.wait(long)
    let isWoken = false
    const next = signal.wait(long).then(() => (isWoken = true))
    await Promise.resolve()
    expect(isWoken).toBe(false)
    signal.send()
    await next
  })

  it('is awaited no longer than the time-out', async () => {
    await new Signal().wait(0)
  })

  it('wakes a worker that waits again when a woken worker sends it', async () => {
    const signal = new Signal()
    const first = signal.wait(long).then(() => signal.send())
    signal.send()
    await first
    await signal.wait(long)
  })
})
