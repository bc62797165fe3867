import { describe, expect, it } from 'vitest'
import { randomIds } from '../../src/platform/ids.ts'

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
