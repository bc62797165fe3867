import type { Operation } from '@vadium/schema'
import type { Refusal } from '../refusal.ts'
import type { Metrics } from './metrics.ts'

/** Where a request met no operation: health, documents, what was not understood. */
const noOperation = 'none'

/** Counts answers, by what the code has names for: an operation, a status, a reason. */
export class RequestMeter {
  readonly #durations
  readonly #refusals

  constructor(metrics: Metrics) {
    this.#durations = metrics.of('vadium_request_duration_seconds')
    this.#refusals = metrics.of('vadium_refusals_total')
  }

  answered(
    operation: Operation | undefined,
    { status, refusal, ms }: { status: number; refusal: Refusal | null; ms: number },
  ): void {
    this.#durations.observe({ operation: operation?.id ?? noOperation, status }, ms / 1000)
    if (refusal !== null) this.refused(refusal, operation)
  }

  /** Also what never became a request, which has no duration. */
  refused({ reason }: Refusal, operation?: Operation): void {
    this.#refusals.inc({ operation: operation?.id ?? noOperation, reason })
  }
}
