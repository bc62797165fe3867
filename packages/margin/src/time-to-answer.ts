import { type BusinessCalendar, dayAfter, isBusinessDay } from './business-day.ts'

/** When a call is created, and when it can be answered at the earliest. */
export interface AnswerInputs {
  /** When the call is created, in Unix milliseconds. */
  readonly createMs: number
  /** The least time to answer, in seconds. */
  readonly cureTimeSeconds: number
  /** A business day is one in each of these. Without any, every day is one. */
  readonly calendars: readonly BusinessCalendar[]
  /** Until when a call is one of its day: a local time, `HH:MM`, before the response time. */
  readonly notificationTime: string
  /** The local time of a day at which calls expire, `HH:MM`. */
  readonly responseTime: string
  /**
   * When it is a local time, `HH:MM`, of a day, `YYYY-MM-DD`, in Unix milliseconds. A later local
   * time must never be an earlier instant, whatever is done to the clocks of the zone.
   */
  readonly instantOf: (day: string, time: string) => number
}

/**
 * Why a call does not expire on the day of its creation. `after_notification_time`: it was created
 * after the notification time of a business day. `not_business_day`: it was created on no business
 * day. `cure_time`: its cure time ends after the response time of a business day.
 * `no_business_day`: no business day is soon enough, so every day counts as one.
 */
export type AnswerReason =
  | 'after_notification_time'
  | 'not_business_day'
  | 'cure_time'
  | 'no_business_day'

/** Until when a call can be answered, and why. */
export interface TimeToAnswer {
  /** When it expires: the response time of its day, in Unix milliseconds. */
  readonly expireMs: number
  /** The day on which it expires, `YYYY-MM-DD`. */
  readonly day: string
  /** Null: that is the day of its creation. */
  readonly reason: AnswerReason | null
  /**
   * The day that the reason is about, `YYYY-MM-DD`: that of the creation, or for the cure time the
   * business day that it passes.
   */
  readonly reasonDay: string
}

/** A call never expires later than so many days after the end of its cure time. */
export const ANSWER_DAYS_MAX = 10

const MILLISECONDS_A_DAY = 86_400_000
const EVERY_DAY: readonly BusinessCalendar[] = []

/**
 * Until when a call can be answered: the response time of the first business day whose notification
 * time is not before its creation, and whose response time is not before the end of its cure time.
 * Where that is more than 10 days after the end of the cure time, every day counts as a business
 * day.
 *
 * So a call never expires before the end of its cure time, nor more than 10 days later, and a later
 * call never expires before an earlier one of the same calendars.
 *
 * @example
 *   const utc = (day: string, time: string) => Date.parse(`${day}T${time}:00.000Z`)
 *   timeToAnswer({
 *     createMs: Date.parse('2026-11-27T13:00:00.001Z'),
 *     cureTimeSeconds: 14_400,
 *     calendars: [{ weekend: [6, 7], holidays: [] }],
 *     notificationTime: '13:00',
 *     responseTime: '17:00',
 *     instantOf: utc,
 *   })
 *   // expireMs: 2026-11-30T17:00:00.000Z, reason: 'after_notification_time', reasonDay: '2026-11-27'
 */
export function timeToAnswer(inputs: AnswerInputs): TimeToAnswer {
  const known = firstAnswerDay(inputs, inputs.calendars)
  const day = known ?? firstAnswerDay(inputs, EVERY_DAY)
  if (day === undefined) throw new Error('there is no day to answer a call')
  const expireMs = inputs.instantOf(day, inputs.responseTime)
  const createDay = dayOfCreation(inputs)
  const because = (reason: AnswerReason | null, reasonDay = createDay) => ({
    expireMs,
    day,
    reason,
    reasonDay,
  })
  if (known === undefined) return because('no_business_day')
  if (day === createDay) return because(null)
  const passed = passedDay(inputs, day)
  if (passed !== undefined) return because('cure_time', passed)
  const isWorked = isBusinessDay(createDay, inputs.calendars)
  return because(isWorked ? 'after_notification_time' : 'not_business_day')
}

/** The first day of these calendars that a call can be answered on. Undefined if it is too late. */
function firstAnswerDay(
  inputs: AnswerInputs,
  calendars: readonly BusinessCalendar[],
): string | undefined {
  const { responseTime, instantOf } = inputs
  const curedMs = endOfCure(inputs)
  const latestMs = curedMs + ANSWER_DAYS_MAX * MILLISECONDS_A_DAY
  const notified = firstNotifiedDay(inputs)
  const cured = dayBefore(curedMs)
  for (let day = notified > cured ? notified : cured; ; day = dayAfter(day, 1)) {
    const answeredMs = instantOf(day, responseTime)
    if (answeredMs > latestMs) return undefined
    if (answeredMs >= curedMs && isBusinessDay(day, calendars)) return day
  }
}

/**
 * The business day from its creation on, before the one on which it expires, that the cure time
 * passes.
 */
function passedDay(inputs: AnswerInputs, expireDay: string): string | undefined {
  for (let day = firstNotifiedDay(inputs); day < expireDay; day = dayAfter(day, 1)) {
    if (isBusinessDay(day, inputs.calendars)) return day
  }
  return undefined
}

/** The first day whose notification time is not before the creation of the call. */
function firstNotifiedDay({ createMs, notificationTime, instantOf }: AnswerInputs): string {
  let day = dayBefore(createMs)
  while (instantOf(day, notificationTime) < createMs) day = dayAfter(day, 1)
  return day
}

/** The local day of the creation: the last one that had begun. */
function dayOfCreation({ createMs, instantOf }: AnswerInputs): string {
  let day = dayBefore(createMs)
  while (instantOf(dayAfter(day, 1), '00:00') <= createMs) day = dayAfter(day, 1)
  return day
}

const endOfCure = ({ createMs, cureTimeSeconds }: AnswerInputs) => createMs + cureTimeSeconds * 1000

/** A day that began in every zone before a time. */
function dayBefore(ms: number): string {
  return new Date(ms - MILLISECONDS_A_DAY).toISOString().slice(0, 10)
}
