import { describe, expect, it } from 'vitest'
import { Wake } from '../src/platform/wake.ts'

const long = 60_000

describe('a bell', () => {
  it('wakes all who wait for it', async () => {
    const wake = new Wake()
    const waiting = [wake.wait(long), wake.wait(long), wake.wait(long)]
    wake.call()
    expect(await Promise.all(waiting)).toHaveLength(3)
  })

  it('that was rung while nobody waited is heard by the next, once', async () => {
    const wake = new Wake()
    wake.call()
    wake.call()
    await wake.wait(long)
    let isHeard = false
    const next = wake.wait(long).then(() => (isHeard = true))
    await Promise.resolve()
    expect(isHeard).toBe(false)
    wake.call()
    await next
  })

  it('is not waited for longer than was said', async () => {
    await new Wake().wait(0)
  })

  it('that is rung by who it woke is heard by whoever looks again', async () => {
    const wake = new Wake()
    const first = wake.wait(long).then(() => wake.call())
    wake.call()
    await first
    await wake.wait(long)
  })
})
