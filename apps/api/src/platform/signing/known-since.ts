import { signatureWindowMs } from '@vadium/schema'

/** How long a signature can be valid, between the slowest and the fastest accepted clock. */
export const signatureLifetimeMs = 2 * signatureWindowMs + 1000

/**
 * How long a signature is known after that, because the clock may be set back: an hour, by which a
 * clock is most often wrong, and what two clocks may differ. The database keeps those of writes for
 * as long.
 */
export const signaturesKeptMs = 65 * 60_000

/** A clock that goes back by less than this was adjusted, and not set. */
const adjustedMsMax = 1000

interface Since {
  /** Every signature accepted since then is known, in Unix milliseconds. */
  readonly knownFromMs: number
  /** The earliest timestamp of a read that cannot have been accepted before that. */
  readonly firstReadMs: number
  /** Called when the clock was set back, with the milliseconds. */
  readonly onSetBack?: (byMs: number) => void
}

/** Timestamps of signatures that are not kept any longer, in Unix milliseconds. */
interface Forgotten {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Since when a process knows which signatures were accepted, by a clock that may be set back. A
 * process that was started by a clock that was ahead would otherwise refuse every read until the
 * clock has come to that time again.
 */
export class KnownSince {
  #knownFromMs: number
  #firstReadMs: number
  #forgotten: Forgotten[] = []
  #latestMs: number
  #wasSetBack = false
  readonly #onSetBack: Since['onSetBack']

  constructor({ knownFromMs, firstReadMs, onSetBack }: Since) {
    this.#knownFromMs = knownFromMs
    this.#firstReadMs = firstReadMs
    this.#latestMs = knownFromMs
    this.#onSetBack = onSetBack
  }

  get knownFromMs(): number {
    return this.#knownFromMs
  }

  get firstReadMs(): number {
    return this.#firstReadMs
  }

  /** Whether a signature with this timestamp may have been accepted and forgotten. */
  hasForgotten(signedAtMs: number): boolean {
    return this.#forgotten.some(({ fromMs, toMs }) => fromMs <= signedAtMs && signedAtMs <= toMs)
  }

  /** The signatures between these timestamps are not kept any longer. */
  forget(range: Forgotten): void {
    const isApart = ({ fromMs, toMs }: Forgotten) =>
      fromMs > range.toMs + signatureLifetimeMs || toMs < range.fromMs - signatureLifetimeMs
    const joined = [range, ...this.#forgotten.filter((other) => !isApart(other))]
    this.#forgotten = [
      ...this.#forgotten.filter(isApart),
      {
        fromMs: Math.min(...joined.map(({ fromMs }) => fromMs)),
        toMs: Math.max(...joined.map(({ toMs }) => toMs)),
      },
    ]
  }

  /** Notices whether the clock was set back. */
  observe(nowMs: number): void {
    const byMs = this.#latestMs - nowMs
    this.#latestMs = byMs > adjustedMsMax ? nowMs : Math.max(this.#latestMs, nowMs)
    if (byMs <= adjustedMsMax) return
    this.#wasSetBack = true
    this.#onSetBack?.(byMs)
    // After a shorter step, what is refused stays refused until the clock has passed it.
    const soonMs = nowMs + signatureLifetimeMs
    if (this.#acceptsFromMs(nowMs, soonMs) > soonMs) {
      this.#knownFromMs = nowMs
      this.#firstReadMs = nowMs + signatureWindowMs
    }
    // Otherwise the process would refuse its callers again when the right clock comes to the times
    // that the wrong one has seen.
    const lastMs = Math.max(this.#firstReadMs, soonMs)
    this.#forgotten = this.#forgotten
      .filter(({ fromMs }) => fromMs <= lastMs)
      .map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(toMs, lastMs) }))
  }

  /** Why the process refuses reads that are signed now. Undefined if it answers them. */
  whyUnready(nowMs: number): string | undefined {
    this.observe(nowMs)
    if (nowMs >= this.#acceptsFromMs(nowMs)) return undefined
    return this.#wasSetBack ? 'the clock was set back' : 'starting'
  }

  /** From when a read is accepted that is signed at once, or until `soonMs`. */
  #acceptsFromMs(nowMs: number, soonMs = nowMs): number {
    const around = this.#forgotten.filter(({ fromMs, toMs }) => fromMs <= soonMs && nowMs <= toMs)
    return Math.max(this.#firstReadMs, ...around.map(({ toMs }) => toMs))
  }
}
