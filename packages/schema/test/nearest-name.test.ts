import { describe, expect, it } from 'vitest'
import { nearestName } from '../src/index.ts'

describe('the nearest name', () => {
  it.each([
    ['nihgt', 'night'],
    ['NIGHT', 'night'],
    ['harbor-exec', undefined],
    ['tresaury', 'treasury'],
    ['dsk', 'desk'],
  ])('is for %s %s', (given, nearest) => {
    expect(nearestName(given, ['desk', 'night', 'treasury', 'harbor-execution'])).toBe(nearest)
  })

  it('is none where half of the letters would be others', () => {
    expect(nearestName('ann', ['bob', 'eve', 'max'])).toBeUndefined()
    expect(nearestName('x', [])).toBeUndefined()
  })

  it('is the one with the fewest mistakes', () => {
    expect(nearestName('desk1', ['desks22', 'desk2', 'desk12'])).toBe('desk2')
  })
})
