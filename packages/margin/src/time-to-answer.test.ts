import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BusinessCalendar } from './business-day.ts'
import { type AnswerInputs, timeToAnswer } from './time-to-answer.ts'

const utc = (day: string, time: string) => Date.parse(`${day}T${time}:00.000Z`)
const text = (ms: number) => new Date(ms).toISOString()

const weekdays: BusinessCalendar = { weekend: [6, 7], holidays: [] }
const never: BusinessCalendar = { weekend: [1, 2, 3, 4, 5, 6, 7], holidays: [] }

const call = (createTime: string, changes: Partial<AnswerInputs> = {}) => {
  const { expireMs, ...answer } = timeToAnswer({
    createMs: Date.parse(createTime),
    cureTimeSeconds: 14_400,
    calendars: [weekdays],
    notificationTime: '13:00',
    responseTime: '17:00',
    instantOf: utc,
    ...changes,
  })
  return { expire: text(expireMs), ...answer }
}

describe('timeToAnswer', () => {
  it('is the response time of the day of a call that was created by its notification time', () => {
    expect(call('2026-11-27T13:00:00.000Z')).toEqual({
      expire: '2026-11-27T17:00:00.000Z',
      day: '2026-11-27',
      reason: null,
      reasonDay: '2026-11-27',
    })
  })

  it('is the next business day for a call that was created a millisecond later', () => {
    expect(call('2026-11-27T13:00:00.001Z')).toEqual({
      expire: '2026-11-30T17:00:00.000Z',
      day: '2026-11-30',
      reason: 'after_notification_time',
      reasonDay: '2026-11-27',
    })
  })

  it('names the day of a call that was created on no business day', () => {
    expect(call('2026-11-28T14:00:00.000Z')).toMatchObject({
      expire: '2026-11-30T17:00:00.000Z',
      reason: 'not_business_day',
      reasonDay: '2026-11-28',
    })
  })

  it('leaves at least the cure time, and names the business day that it passes', () => {
    expect(call('2026-11-27T12:59:00.000Z', { cureTimeSeconds: 86_400 })).toMatchObject({
      expire: '2026-11-30T17:00:00.000Z',
      reason: 'cure_time',
      reasonDay: '2026-11-27',
    })
  })

  it('counts every day where no business day is soon enough', () => {
    expect(call('2026-11-27T13:00:00.001Z', { calendars: [never] })).toEqual({
      expire: '2026-11-28T17:00:00.000Z',
      day: '2026-11-28',
      reason: 'no_business_day',
      reasonDay: '2026-11-27',
    })
  })

  it('takes a business day that is exactly 10 days after the cure time, and none later', () => {
    const until = (lastHoliday: number) => ({
      weekend: [],
      holidays: Array.from(
        { length: lastHoliday },
        (_, i) => `2026-12-${String(i + 1).padStart(2, '0')}`,
      ),
    })
    // The cure time ends on 1 December at 17:00.
    expect(call('2026-12-01T13:00:00.000Z', { calendars: [until(10)] }).day).toBe('2026-12-11')
    expect(call('2026-12-01T13:00:00.000Z', { calendars: [until(11)] })).toMatchObject({
      day: '2026-12-01',
      reason: 'no_business_day',
    })
  })

  it('finds the day of a call whose cure time is a year', () => {
    expect(call('2026-11-27T13:00:00.000Z', { cureTimeSeconds: 31_536_000 }).expire).toBe(
      '2027-11-29T17:00:00.000Z',
    )
  })
})

const offsets = fc.integer({ min: -12 * 60, max: 14 * 60 })
const day = fc
  .integer({ min: 0, max: 60 })
  .map((days) => text(Date.UTC(2026, 10, 1 + days)).slice(0, 10))
const calendar = fc.record({
  weekend: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
  holidays: fc.uniqueArray(day, { maxLength: 40 }),
})
const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 2, maxLength: 2 })
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const inputs = fc
  .record({
    createMs: fc.integer({ min: Date.UTC(2026, 10, 5), max: Date.UTC(2026, 11, 1) }),
    cureTimeSeconds: fc.integer({ min: 1, max: 20 * 86_400 }),
    calendars: fc.array(calendar, { maxLength: 4 }),
    offset: offsets,
    minutes,
  })
  .map(({ offset, minutes: given, ...rest }): AnswerInputs & { offset: number } => {
    const [notification, response] = given.map(Number).sort((a, b) => a - b)
    return {
      ...rest,
      offset,
      notificationTime: clock(notification ?? 0),
      responseTime: clock(response ?? 0),
      instantOf: (onDay, time) => utc(onDay, time) - offset * 60_000,
    }
  })

/**
 * Every minute of a day after another, by a count of minutes that knows nothing of the function.
 */
function oracle({
  createMs,
  cureTimeSeconds,
  calendars,
  notificationTime,
  responseTime,
  instantOf,
}: AnswerInputs) {
  const curedMs = createMs + cureTimeSeconds * 1000
  const days = Array.from({ length: 100 }, (_, i) =>
    text(Date.UTC(2026, 10, 1) + i * 86_400_000).slice(0, 10),
  )
  const possible = days.filter(
    (one) =>
      instantOf(one, notificationTime) >= createMs && instantOf(one, responseTime) >= curedMs,
  )
  const working = possible.filter((one) =>
    calendars.every(
      ({ weekend, holidays }) =>
        !holidays.includes(one) && !weekend.includes(((new Date(one).getUTCDay() + 6) % 7) + 1),
    ),
  )
  const [first, every] = [working, possible].map(([one]) =>
    instantOf(one ?? '2099-01-01', responseTime),
  )
  return (first ?? Infinity) > curedMs + 10 * 86_400_000 ? every : first
}

const numRuns = process.env['LONG_TESTS'] === '1' ? 20_000 : 300

describe('timeToAnswer, whatever the calendars', () => {
  it('is what a search of all days finds', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        expect(timeToAnswer(given).expireMs).toBe(oracle(given))
      }),
      { numRuns },
    )
  })

  it('is never before the end of the cure time, nor more than 10 days after it', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const curedMs = given.createMs + given.cureTimeSeconds * 1000
        const { expireMs, day: onDay } = timeToAnswer(given)
        expect(expireMs).toBeGreaterThanOrEqual(curedMs)
        expect(expireMs).toBeLessThanOrEqual(curedMs + 10 * 86_400_000)
        expect(expireMs).toBe(given.instantOf(onDay, given.responseTime))
      }),
      { numRuns },
    )
  })

  it('is never earlier for a later call', () => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 0, max: 5 * 86_400_000 }), (given, laterMs) => {
        const later = timeToAnswer({ ...given, createMs: given.createMs + laterMs })
        expect(later.expireMs).toBeGreaterThanOrEqual(timeToAnswer(given).expireMs)
      }),
      { numRuns },
    )
  })
})
