import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ReplicaMark } from '../../../src/platform/db/replica-mark.ts'

const position = { lsn: '0/16B3748', history: '00000001 2026-03-02 12:00:00+00' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a mark that cannot be written', () => {
  it('is waited for 200 ms, by all reads together, while its writing goes on', async () => {
    let asked = 0
    const connect = () => {
      asked += 1
      return new Promise<PoolClient>(() => undefined)
    }
    const mark = new ReplicaMark({ connect }, () => undefined)
    const ids = [mark.idOn(position), mark.idOn(position)]
    await vi.advanceTimersByTimeAsync(200)
    expect(await Promise.all(ids)).toEqual([undefined, undefined])
    expect(await mark.idOn(position)).toBeUndefined()
    expect(asked).toBe(1)
  })

  it('fails no read, and is tried again after a second', async () => {
    const failures: unknown[] = []
    const connect = () => Promise.reject<PoolClient>(new Error('no'))
    const mark = new ReplicaMark({ connect }, (error) => failures.push(error))
    expect(await mark.idOn(position)).toBeUndefined()
    expect(await mark.idOn(position)).toBeUndefined()
    expect(failures).toEqual([new Error('no')])
    await vi.advanceTimersByTimeAsync(1000)
    expect(await mark.idOn(position)).toBeUndefined()
    expect(failures).toHaveLength(2)
  })
})
