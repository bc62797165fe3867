import { describe, expect, it } from 'vitest'
import { randomIdAt, randomIds, timeOfId } from '../../src/platform/ids.ts'

describe('a random id', () => {
  it('is a UUID of version 7, and no other is the same', () => {
    const ids = Array.from({ length: 1000 }, () => randomIds.next())
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
    expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(1000)
  })

  it('begins with the time', () => {
    const before = Date.now()
    const id = randomIds.next()
    const at = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
    expect(at).toBeGreaterThanOrEqual(before)
    expect(at).toBeLessThanOrEqual(Date.now())
  })
})

describe('the time of an id', () => {
  it.each(['2026-03-02T12:00:00.001Z', '1970-01-01T00:00:00.000Z'])('is that of %s', (time) => {
    expect(timeOfId(randomIdAt(Date.parse(time)))).toBe(Date.parse(time))
  })

  it('is unknown for an id of another version, and for a time that no clock has written', () => {
    expect(timeOfId('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')).toBeUndefined()
    expect(timeOfId('ffffffff-ffff-7fff-bfff-ffffffffffff')).toBeUndefined()
  })
})
