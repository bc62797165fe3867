// A signature is good from 30 s before its time to 30 s after it. Given out earlier than that ago, a
// time can no longer be taken for a replay of its first use.
const WINDOW_MS = 60_000
// A window has so many milliseconds: whoever signs more often is outside it anyway.
const TIMES_MAX = 60_000
// Beyond any process that signs for others; each of its keys is remembered for a window only.
const KEYS_MAX = 10_000

/** The times that one key has signed with, oldest first, and when each was given. */
type TimesOfKey = Map<number, number>

/**
 * The times that keys have signed with lately, in Unix milliseconds. It is bounded: what was given
 * longer ago than a replay is possible is forgotten, and so is the oldest of too much.
 */
export class UsedTimes {
  readonly #elapsedMs: () => number
  readonly #byKey = new Map<string, { times: TimesOfKey; usedAt: number }>()

  /** @param elapsedMs A clock that is never set: the machine's own may be, and callers bring theirs. */
  constructor(elapsedMs: () => number = () => performance.now()) {
    this.#elapsedMs = elapsedMs
  }

  /** The first time from the given one on that this key has not signed with; it is used from now on. */
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
    // Set anew, so that the key that has rested longest comes first.
    this.#byKey.delete(publicKey)
    this.#byKey.set(publicKey, { times, usedAt: at })
    forget(this.#byKey, KEYS_MAX, ({ usedAt }) => at - usedAt > WINDOW_MS)
    return times
  }
}

/** The times of this process: every client and every signature of a key draws from the same ones. */
export const usedTimes = new UsedTimes()

/** Forgets entries from the oldest on, until one is neither too old nor one too many. */
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
