import { describe, expect, it } from 'vitest'
import { dayAfter, followingBusinessDay, isBusinessDay } from './business-day.ts'
import { MarginInputError } from './margin-input-error.ts'

const london = { weekend: [6, 7], holidays: ['2026-12-25', '2026-12-28'] }
const dubai = { weekend: [5, 6], holidays: [] }

describe('isBusinessDay', () => {
  it.each([
    ['2026-11-27', true, 'a Friday'],
    ['2026-11-28', false, 'a Saturday'],
    ['2026-11-29', false, 'a Sunday'],
    ['2026-12-28', false, 'a holiday'],
    ['2026-12-29', true, 'the day after'],
    ['1969-12-31', true, 'a Wednesday before 1970'],
    ['1968-12-29', false, 'a Sunday before 1970'],
  ])('says of %s: %s, %s', (day, expected) => {
    expect(isBusinessDay(day, [london])).toBe(expected)
  })

  it('needs a business day of every calendar', () => {
    expect(isBusinessDay('2026-11-27', [london, dubai])).toBe(false)
    expect(isBusinessDay('2026-11-29', [dubai])).toBe(true)
    expect(isBusinessDay('2026-11-26', [london, dubai])).toBe(true)
  })

  it('takes every day without calendars', () => {
    expect(isBusinessDay('2026-12-25', [])).toBe(true)
  })

  it('refuses a day that does not exist', () => {
    expect(() => isBusinessDay('2026-02-29', [])).toThrow(MarginInputError)
  })
})

describe('followingBusinessDay', () => {
  it('is the day itself if it is one', () => {
    expect(followingBusinessDay('2026-12-01', [london], 10)).toBe('2026-12-01')
  })

  it('passes weekends and holidays', () => {
    expect(followingBusinessDay('2026-08-01', [london], 10)).toBe('2026-08-03')
    expect(followingBusinessDay('2026-12-25', [london], 4)).toBe('2026-12-29')
  })

  it('is undefined where none is soon enough', () => {
    expect(followingBusinessDay('2026-12-25', [london], 3)).toBeUndefined()
    expect(
      followingBusinessDay('2026-12-25', [{ weekend: [1, 2, 3, 4, 5, 6, 7], holidays: [] }], 400),
    ).toBeUndefined()
  })
})

describe('dayAfter', () => {
  it.each([
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-11-27', 0, '2026-11-27'],
  ])('leads from %s by %i to %s', (day, days, expected) => {
    expect(dayAfter(day, days)).toBe(expected)
  })

  it('refuses what leads out of the calendar', () => {
    expect(() => dayAfter('9999-12-31', 1)).toThrow(MarginInputError)
    expect(() => dayAfter('2026-11-27', 1e12)).toThrow(MarginInputError)
  })
})
