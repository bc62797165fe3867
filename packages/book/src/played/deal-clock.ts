import type { VadiumClient } from '@vadium/client'
import type { DealTime } from './deal-script.ts'
import type { Calls } from './stage.ts'

const dayMs = 86_400_000
const beginMsOfDay = 9 * 3_600_000
/** One call of a sandbox makes up to 2,000 steps, which are years of a quiet book. */
const advancesMax = 1000

/** The time of a deal, which is the time of the whole sandbox. It only moves forward. */
export class DealClock {
  readonly #operator: VadiumClient
  readonly #calls: Calls
  #nowMs: number
  #beginMs: number

  private constructor(operator: VadiumClient, calls: Calls, nowMs: number) {
    this.#operator = operator
    this.#calls = calls
    this.#nowMs = nowMs
    this.#beginMs = nextBegin(nowMs)
  }

  /** Starts at the next 09:00 UTC of the sandbox. */
  static async start(operator: VadiumClient, calls: Calls): Promise<DealClock> {
    const { time } = await operator.sandbox.get(calls.read())
    const clock = new DealClock(operator, calls, Date.parse(time))
    await clock.#advance(clock.#beginMs)
    return clock
  }

  get now(): string {
    return new Date(this.#nowMs).toISOString()
  }

  /** The time of a scripted act, RFC 3339; now, if that time has passed. */
  timeOf({ day, time }: DealTime): string {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    const midnightMs = this.#beginMs - beginMsOfDay
    const ms = midnightMs + day * dayMs + (hours * 60 + minutes) * 60_000
    return new Date(Math.max(ms, this.#nowMs)).toISOString()
  }

  async advanceTo(time: string): Promise<void> {
    await this.#advance(Date.parse(time))
  }

  async advanceBy(ms: number): Promise<void> {
    await this.#advance(this.#nowMs + ms)
  }

  async #advance(toMs: number): Promise<void> {
    const to = new Date(toMs).toISOString()
    for (let count = 0; this.#nowMs < toMs; count += 1) {
      if (count === advancesMax) throw new Error(`the sandbox does not reach ${to}`)
      const { time } = await this.#operator.sandbox.advance({ to }, this.#calls.write())
      this.#nowMs = Date.parse(time)
    }
  }
}

function nextBegin(nowMs: number): number {
  const sameDayMs = nowMs - (nowMs % dayMs) + beginMsOfDay
  return sameDayMs >= nowMs ? sameDayMs : sameDayMs + dayMs
}
