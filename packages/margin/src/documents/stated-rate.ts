/** A rate that was agreed, with the first day for which it counts. */
export interface StatedRate {
  /** `YYYY-MM-DD`, in UTC. */
  readonly from: string
  /** Percent a year. */
  readonly rate_percent: string
}

/**
 * The rate of a day. Before the first rate begins, that is the first.
 *
 * @param rates Oldest first. If several have the same day, the last one counts.
 */
export function statedRate(rates: readonly StatedRate[], day: string): StatedRate | undefined {
  return rates.findLast(({ from }) => from <= day) ?? rates[0]
}
