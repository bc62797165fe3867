// A signature is valid from 30 s before its timestamp to 30 s after it. After 60 s, a timestamp can
// be used again: the service would refuse a replay of its first use.
const WINDOW_MS = 60_000
// The window has 60,000 milliseconds. More timestamps than that would lie outside it.
const TIMES_MAX = 60_000
// More keys than a process signs with in one window.
const KEYS_MAX = 10_000

/** The timestamps that one key has signed, oldest first, with the time of each use. */
type TimesOfKey = Map<number, number>

/**
 * The timestamps that keys have signed lately, in Unix milliseconds. To bound memory, it forgets
 * entries older than the replay window, and the oldest entries beyond a fixed number.
 */
export class UsedTimes {
  readonly #elapsedMs: () => number
  readonly #byKey = new Map<string, { times: TimesOfKey; usedAt: number }>()

  /**
   * @param elapsedMs A monotonic clock: the clocks of the machine and of callers may be set back.
   */
  constructor(elapsedMs: () => number = () => performance.now()) {
    this.#elapsedMs = elapsedMs
  }

  /** Takes the first timestamp from the given one on that this key has not signed. */
  take(publicKey: string, from: number): number {
    const at = this.#elapsedMs()
    const times = this.#timesOf(publicKey, at)
    let time = from
    while (times.has(time)) time += 1
    times.set(time, at)
    forget(times, TIMES_MAX, (givenAt) => at - givenAt > WINDOW_MS)
    return time
  }

  #timesOf(publicKey: string, at: number): TimesOfKey {
    const times = this.#byKey.get(publicKey)?.times ?? new Map<number, number>()
    // Inserted again, so that the least recently used key comes first.
    this.#byKey.delete(publicKey)
    this.#byKey.set(publicKey, { times, usedAt: at })
    forget(this.#byKey, KEYS_MAX, ({ usedAt }) => at - usedAt > WINDOW_MS)
    return times
  }
}

/** Shared by all clients of this process, because two of them may sign with the same key. */
export const usedTimes = new UsedTimes()

/** Deletes the oldest entries until none is too old and no more than `sizeMax` are left. */
function forget<Key, Value>(
  entries: Map<Key, Value>,
  sizeMax: number,
  isTooOld: (value: Value) => boolean,
): void {
  for (const [key, value] of entries) {
    if (entries.size <= sizeMax && !isTooOld(value)) return
    entries.delete(key)
  }
}
