import { timeToAnswer } from '@vadium/margin'
import { hourMs, localInstant } from '../../src/platform/instant.ts'

/** Zones that change their clocks, at different times of the day, or never. */
export const changingZones = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Beirut',
  'America/Havana',
  'Asia/Tokyo',
] as const

const weekdays = { weekend: [6, 7], holidays: ['2026-12-25', '2026-12-28', '2027-01-01'] }
const steps = 300

/** When calls of two years expire in each zone. */
function answerTimes(): number[] {
  const from = Date.parse('2026-01-01T00:17:00.000Z')
  return changingZones.flatMap((zone) =>
    Array.from(
      { length: steps },
      (_, i) =>
        timeToAnswer({
          createMs: from + i * 59 * hourMs,
          cureTimeSeconds: 14_400,
          calendars: [weekdays],
          notificationTime: '01:30',
          responseTime: '02:15',
          instantOf: (day, time) => localInstant(zone, day, time),
        }).expireMs,
    ),
  )
}

/** A program of a test: what a process computes, whatever its own zone and language. */
if (process.env['ANSWER_TIMES'] === 'print') {
  process.stdout.write(
    `${process.env['TZ']} ${new Date(0).getHours()} ${answerTimes().join(',')}\n`,
  )
}
