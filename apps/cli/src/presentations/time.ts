import type { Effects } from '../context/effects.ts'

/** Writes times for people, without milliseconds. A text that is no time stays as it is. */
export interface Times {
  /** In a sentence, where nothing else says of which zone it is. */
  readonly inText: (text: string) => string
  /** Where UTC is said beside it, or understood. */
  readonly whole: (text: string) => string
  /** To the minute, in a column, or where the zone is said beside it. */
  readonly short: (text: string) => string
  /** Of which zone the short times are. */
  readonly shortZone: 'UTC' | 'local'
}

/** Times in UTC: `2026-11-29 12:00:00 UTC`. */
export const utc: Times = {
  inText: written(({ day, minute, second }) => `${day} ${minute}:${second} UTC`),
  whole: written(({ day, minute, second }) => `${day} ${minute}:${second}`),
  short: written(({ day, minute }) => `${day} ${minute}`),
  shortZone: 'UTC',
}

/**
 * Times in UTC with those of a zone beside them: `2026-11-29 12:00:00 UTC (13:00+01)`. A short time is
 * that of the zone alone, and as wide, `2026-11-29 13:00`. In an hour that a change of the clocks
 * repeats, it has its distance from UTC too.
 */
export function localTimes(aheadOfUtc: Effects['aheadOfUtc']): Times {
  const localOf = ({ ms }: Moment) => {
    const ahead = aheadOfUtc(ms)
    const { day, minute } = momentAt(ms + ahead * 60_000)
    return { day, minute, distance: distanceText(ahead) }
  }
  const isRepeated = (ms: number) => {
    const local = ms + aheadOfUtc(ms) * 60_000
    const isOther = (ahead: number) => aheadOfUtc(local - ahead * 60_000) === ahead
    const around = [aheadOfUtc(ms - CHANGE_MS), aheadOfUtc(ms + CHANGE_MS)]
    return around.some((ahead) => ahead !== aheadOfUtc(ms) && isOther(ahead))
  }
  const beside = (write: (text: string) => string) => (text: string) =>
    written((moment) => {
      const { day, minute, distance } = localOf(moment)
      return `${write(text)} (${day === moment.day ? '' : `${day} `}${minute}${distance})`
    })(text)
  return {
    inText: beside(utc.inText),
    whole: beside(utc.whole),
    short: written((moment) => {
      const { day, minute, distance } = localOf(moment)
      return `${day} ${minute}${isRepeated(moment.ms) ? distance : ''}`
    }),
    shortZone: 'local',
  }
}

/** No change of the clocks moves them further. */
const CHANGE_MS = 3 * 3_600_000

interface Moment {
  readonly ms: number
  readonly day: string
  readonly minute: string
  readonly second: string
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function written(write: (moment: Moment) => string): (text: string) => string {
  return (text) => {
    const ms = timestamp.test(text) ? Date.parse(text) : Number.NaN
    return Number.isNaN(ms) ? text : write(momentAt(ms))
  }
}

function momentAt(ms: number): Moment {
  const text = new Date(ms).toISOString()
  const [day = '', time = ''] = text.split('T')
  return { ms, day, minute: time.slice(0, 'hh:mm'.length), second: time.slice(6, 8) }
}

/** `+01`, `-03:30`. */
function distanceText(minutes: number): string {
  const size = Math.abs(minutes)
  const two = (part: number) => String(part).padStart(2, '0')
  const rest = size % 60 === 0 ? '' : `:${two(size % 60)}`
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}${rest}`
}
