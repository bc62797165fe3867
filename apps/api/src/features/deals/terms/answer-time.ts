import { ANSWER_DAYS_MAX, dayAfter, timeToAnswer } from '@vadium/margin'
import { type AnswerDay, answerSentence } from '@vadium/schema'
import { dayMs, dayOf, instantText, knowsZone, localInstant } from '../../../platform/instant.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { calendarsOfDeal } from './calendars-of-deal.ts'

/** The terms by which requests expire. */
export interface AnswerTerms {
  readonly cureTimeSeconds: number
  readonly calendars: readonly string[]
  readonly timeZone: string | null
  readonly notificationTime: string | null
  readonly responseTime: string | null
}

/** {@link AnswerTerms} as columns, of a row `m` of `margin_terms`. */
export const answerTermsColumns = `m.cure_time_seconds AS "cureTimeSeconds",
    m.calendars, m.time_zone AS "timeZone", m.notification_time AS "notificationTime",
    m.response_time AS "responseTime"`

/** When a request expires, RFC 3339. Without a day it is the end of the cure time. */
export interface AnswerTime {
  readonly expireAt: string
  readonly answerDay: AnswerDay | null
}

/**
 * When a request of a deal that is created now expires. It reads calendars only under terms that
 * name a time of the day and calendars.
 */
export async function answerTime(
  tx: WriteTransaction,
  orderId: string,
  terms: AnswerTerms,
): Promise<AnswerTime> {
  const { cureTimeSeconds, timeZone, notificationTime, responseTime } = terms
  const curedMs = tx.nowMs + cureTimeSeconds * 1000
  const cured = { expireAt: instantText(curedMs), answerDay: null }
  if (timeZone === null || notificationTime === null || responseTime === null) return cured
  // Another process may know it. A request never fails for its zone.
  if (!knowsZone(timeZone)) return cured
  const calendars = await calendarsAround(tx, orderId, terms.calendars, curedMs)
  const { expireMs, day, reason, reasonDay } = timeToAnswer({
    createMs: tx.nowMs,
    cureTimeSeconds,
    calendars,
    notificationTime,
    responseTime,
    instantOf: (onDay, time) => localInstant(timeZone, onDay, time),
  })
  return {
    expireAt: instantText(expireMs),
    answerDay: {
      day,
      response_time: responseTime,
      time_zone: timeZone,
      notification_time: notificationTime,
      reason,
      reason_day: reasonDay,
      calendars: calendars.map(({ id, version }) => ({ id, version })),
    },
  }
}

/** The sentence of a notification that says until when a request can be answered. */
export function answerUntil(what: string, { expireAt, answerDay }: AnswerTime): string {
  if (answerDay === null) return `Unanswered, ${what} at ${expireAt}.`
  const sentence = answerSentence(expireAt, answerDay)
  return `Unanswered, ${what}. Answer ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}.`
}

/** The calendars, with the holidays of the days that decide. */
async function calendarsAround(
  tx: WriteTransaction,
  orderId: string,
  calendars: readonly string[],
  curedMs: number,
) {
  if (calendars.length === 0) return []
  const from = dayAfter(dayOf(tx.now), -2)
  const to = dayAfter(dayOf(instantText(curedMs + ANSWER_DAYS_MAX * dayMs)), 2)
  return calendarsOfDeal(tx, orderId, { from, to })
}
