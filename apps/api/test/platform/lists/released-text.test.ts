import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ReleasedText } from '../../../src/platform/lists/released-text.ts'
import { ReaderPace } from '../../../src/platform/reader-pace.ts'

describe('a streamed text', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('rests before its next part for as long as it must', async () => {
    async function* chunks() {
      await Promise.resolve()
      yield 'one'
      yield 'two'
    }
    const text = new ReleasedText({
      chunks: chunks(),
      end: () => undefined,
      failed: () => undefined,
      pace: new ReaderPace(
        () => Date.now(),
        () => 40,
      ),
    })
    expect(await text.next()).toEqual({ done: false, value: 'one' })
    const parts: unknown[] = []
    const second = text.next().then((part) => parts.push(part))
    await vi.advanceTimersByTimeAsync(39)
    expect(parts).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await second
    expect(parts).toEqual([{ done: false, value: 'two' }])
  })
})
