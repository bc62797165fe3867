/** How long an organization rests for the time that it has worked. */
const restForWork = 4
/** A reader must not take its answer for a broken one. */
const restMsMax = 1000

/** Whether an organization should leave the processor to others. */
type MustYield = (organizationId: string) => boolean

/**
 * The rests of streamed answers between two of their parts. An organization that asks for more than
 * it may have while others are served writes its reports and exports a fifth of the time at most,
 * all together.
 */
export class StreamRests {
  readonly #mustYield: MustYield
  readonly #now: () => number
  /** When each organization that rests may go on. */
  readonly #restedAtMs = new Map<string, number>()

  constructor(mustYield: MustYield, now = () => performance.now()) {
    this.#mustYield = mustYield
    this.#now = now
  }

  /** How long an answer should rest after this work, both in milliseconds. */
  after(organizationId: string, workedMs: number): number {
    const now = this.#now()
    for (const [id, atMs] of this.#restedAtMs) if (atMs <= now) this.#restedAtMs.delete(id)
    if (!this.#mustYield(organizationId)) return 0
    const fromMs = this.#restedAtMs.get(organizationId) ?? now
    const restedAtMs = Math.min(fromMs + workedMs * restForWork, now + restMsMax)
    this.#restedAtMs.set(organizationId, restedAtMs)
    return restedAtMs - now
  }
}
