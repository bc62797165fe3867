/**
 * How far the clock of the service is ahead of that of this machine. The `Date` of an answer is a
 * whole second in which the answer was made, between the request and its arrival: each answer
 * narrows the range of what is possible.
 */
export class ServiceClock {
  #leastMs = -Infinity
  #mostMs = Infinity

  /** Takes the `Date` of an answer, and when the request was sent and the answer arrived here. */
  observe(date: string | null, sentMs: number, arrivedMs: number): void {
    const secondMs = date === null ? NaN : Date.parse(date)
    if (Number.isNaN(secondMs)) return
    const [leastMs, mostMs] = [secondMs - arrivedMs, secondMs + 1000 - sentMs]
    // One of the clocks has been set, or the machine has slept.
    const isElsewhere = leastMs > this.#mostMs || mostMs < this.#leastMs
    this.#leastMs = isElsewhere ? leastMs : Math.max(leastMs, this.#leastMs)
    this.#mostMs = isElsewhere ? mostMs : Math.min(mostMs, this.#mostMs)
  }

  /** 0 as long as the two clocks may agree. */
  get aheadMs(): number {
    if (this.#leastMs <= 0 && this.#mostMs >= 0) return 0
    return Math.round((this.#leastMs + this.#mostMs) / 2)
  }
}
