import { expect, it } from 'vitest'
import { dayMs, hourMs, localInstant } from '../../src/platform/instant.ts'

const minuteMs = 60_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** What the clocks of a zone show at an instant, as if it were UTC: by `Intl` alone. */
function shown(zone: string, ms: number): number {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  const [month, day, year, ...time] = format
    .formatToParts(ms)
    .flatMap(({ type, value }) => (type === 'literal' ? [] : Number(value)))
  const [hour, minute, second] = time
  return Date.UTC(year ?? NaN, (month ?? NaN) - 1, day, hour, minute, second)
}

/** The latest instant at which the clocks show a local time, or the first after those they skip. */
function reference(zone: string, day: string, time: string): number {
  const local = Date.parse(`${day}T${time}:00.000Z`)
  const around = Array.from({ length: 21 }, (_, i) => local + (i - 10) * 3 * hourMs)
  const offsets = new Set(around.map((ms) => shown(zone, ms) - ms))
  const showing = [...offsets].map((offset) => local - offset)
  const hits = showing.filter((ms) => shown(zone, ms) === local)
  if (hits.length > 0) return Math.max(...hits)
  let ms = local - 16 * hourMs
  while (shown(zone, ms) < local) ms += minuteMs
  return ms
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const times = ['00:00', '00:30', '01:00', '01:59', '02:15', '02:30', '03:00', '12:00', '23:59']

it('a local time is the instant that Intl shows, in every zone, around each change of its clocks', () => {
  const wrong: unknown[] = []
  let checked = 0
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    let last: number | undefined
    for (let at = Date.UTC(2025, 11, 30); at < Date.UTC(2027, 0, 3); at += dayMs) {
      const offset = shown(zone, at) - at
      const hasChanged = last !== undefined && offset !== last
      last = offset
      if (!hasChanged) continue
      for (const days of [-2, -1, 0, 1]) {
        const day = dayOf(at + days * dayMs)
        for (const time of times) {
          const [found, expected] = [localInstant(zone, day, time), reference(zone, day, time)]
          checked += 1
          if (found !== expected) wrong.push({ zone, day, time, found, expected })
        }
      }
    }
  }
  expect(checked).toBeGreaterThan(1000)
  expect(wrong.slice(0, 10)).toEqual([])
}, 300_000)
