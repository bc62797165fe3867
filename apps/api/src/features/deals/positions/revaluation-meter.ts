import type { Metrics } from '../../../platform/telemetry/metrics.ts'

/** Measures revaluations of at least one position. */
export class RevaluationMeter {
  readonly #durations
  readonly #positions

  constructor(metrics: Metrics) {
    this.#durations = metrics.of('vadium_revaluation_duration_seconds')
    this.#positions = metrics.of('vadium_positions_revalued_total')
  }

  /** Runs a revaluation, which returns the number of positions that it has valued. */
  async timed(revaluation: () => Promise<number>): Promise<number> {
    const startedMs = performance.now()
    const positions = await revaluation()
    if (positions > 0) {
      this.#durations.observe((performance.now() - startedMs) / 1000)
      this.#positions.inc(positions)
    }
    return positions
  }
}
