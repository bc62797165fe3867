import { describe, expect, it } from 'vitest'
import { instantText, knowsZone, localInstant } from '../../src/platform/instant.ts'

/** A time that clocks skip is the first instant after the gap; one that they show twice is the later. */
const changedClocks: readonly (readonly [zone: string, day: string, time: string, at: string])[] = [
  ['Europe/London', '2026-03-29', '00:59', '2026-03-29T00:59:00.000Z'],
  ['Europe/London', '2026-03-29', '01:00', '2026-03-29T01:00:00.000Z'],
  ['Europe/London', '2026-03-29', '01:30', '2026-03-29T01:00:00.000Z'],
  ['Europe/London', '2026-03-29', '02:00', '2026-03-29T01:00:00.000Z'],
  ['Europe/London', '2026-10-25', '00:59', '2026-10-24T23:59:00.000Z'],
  ['Europe/London', '2026-10-25', '01:00', '2026-10-25T01:00:00.000Z'],
  ['Europe/London', '2026-10-25', '01:59', '2026-10-25T01:59:00.000Z'],
  ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:00:00.000Z'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T06:30:00.000Z'],
  // Half an hour, and at midnight.
  ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T15:15:00.000Z'],
  ['Asia/Beirut', '2026-03-29', '00:00', '2026-03-28T22:00:00.000Z'],
  ['Asia/Beirut', '2026-10-24', '23:30', '2026-10-24T21:30:00.000Z'],
  // A day that the clocks skipped.
  ['Pacific/Apia', '2011-12-30', '12:00', '2011-12-30T10:00:00.000Z'],
  ['Asia/Tokyo', '2026-11-27', '17:00', '2026-11-27T08:00:00.000Z'],
]

describe('localInstant', () => {
  it.each(changedClocks)('shows %s on %s at %s as %s', (zone, day, time, at) => {
    expect(instantText(localInstant(zone, day, time))).toBe(at)
  })

  it.each(['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Beirut'])(
    'is what the clocks of %s show, minute by minute, on the days on which they change',
    (zone) => {
      const shown = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'short',
      })
      const days = changedClocks.filter(([of]) => of === zone).map(([, day]) => day)
      for (const day of new Set(days)) {
        // What the clocks show, from before the day until after it, and the last minute of each.
        const from = Date.parse(`${day}T00:00:00.000Z`) - 15 * 3_600_000
        const minutes = Array.from({ length: 54 * 60 }, (_, i) => from + i * 60_000)
        const clock = minutes.map((ms) => shown.format(ms))
        for (let minute = 0; minute < 24 * 60; minute += 7) {
          const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
          const last = clock.lastIndexOf(`${day} ${time}`)
          const at = last >= 0 ? last : clock.findIndex((text) => text > `${day} ${time}`)
          expect(localInstant(zone, day, time), `${day} ${time}`).toBe(minutes[at])
        }
      }
    },
  )
})

describe('knowsZone', () => {
  it('knows the names of the IANA database, and no others', () => {
    expect(['Europe/London', 'UTC', 'Etc/GMT+5'].map(knowsZone)).toEqual([true, true, true])
    expect(['Europe/Atlantis', 'London', ''].map(knowsZone)).toEqual([false, false, false])
  })
})
