/** The least time between the announcement that something ends and its end. */
export const noticeDaysMin = 180

/** Says of an operation that it will end. */
export interface Deprecation {
  /** When that was announced: a day in UTC, such as `2027-01-15`. */
  readonly since: string
  /** From this day in UTC on, the operation may be gone. */
  readonly sunset: string
  /** What to use, and how it differs: a sentence or two. */
  readonly instead: string
}

/**
 * The headers of each answer of an operation that will end: `Deprecation` of RFC 9745, and `Sunset`
 * of RFC 8594.
 *
 * @throws RangeError if the notice is shorter than {@link noticeDaysMin}, or a day does not exist.
 */
export function deprecationHeaders({ since, sunset }: Deprecation): {
  readonly Deprecation: string
  readonly Sunset: string
} {
  const [sinceMs, sunsetMs] = [since, sunset].map(startOf) as [number, number]
  if (sunsetMs - sinceMs < noticeDaysMin * 86_400_000) {
    throw new RangeError(`from ${since} to ${sunset} are less than ${noticeDaysMin} days`)
  }
  return { Deprecation: `@${sinceMs / 1000}`, Sunset: new Date(sunsetMs).toUTCString() }
}

function startOf(day: string): number {
  const ms = Date.parse(`${day}T00:00:00.000Z`)
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day) {
    throw new RangeError(`${day} is no day`)
  }
  return ms
}
