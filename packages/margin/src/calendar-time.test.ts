import { describe, expect, it } from 'vitest'
import { isDay } from './calendar-day.ts'
import { parseTime } from './calendar-time.ts'

describe('isDay', () => {
  it.each(['2026-01-31', '2024-02-29', '0000-01-01', '9999-12-31'])('accepts %s', (text) => {
    expect(isDay(text)).toBe(true)
  })

  it.each([
    '2026-02-30',
    '+010000-01',
    '-000001-01',
    '+010000-01-01',
    '2026-1-1',
    '2026-01-01T',
    '',
  ])('refuses %s', (text) => {
    expect(isDay(text)).toBe(false)
  })
})

describe('parseTime', () => {
  it('counts milliseconds, and leaves out what is finer', () => {
    expect(parseTime('1970-01-01T00:00:01.5Z')).toBe(1500)
    expect(parseTime('1970-01-01T01:00:00.000000001+01:00')).toBe(0)
  })

  it.each([
    '2026-02-30T12:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T12:00:60Z',
    '2026-01-01T12:00:00',
    '2026-01-01',
    'noon',
  ])('refuses %s', (text) => {
    expect(parseTime(text)).toBeNull()
  })
})
