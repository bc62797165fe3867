import type { Operation } from '@vadium/schema'
import type { Refusal } from '../refusal.ts'
import type { Metrics } from './metrics.ts'

/** The label of requests without an operation: health, documents, malformed requests. */
const noOperation = 'none'

/**
 * Counts answers by operation, status and reason. All of these come from the code, so their number
 * is bounded.
 */
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

  /** Also counts requests that never reached Fastify and so have no duration. */
  refused({ reason }: Refusal, operation?: Operation): void {
    this.#refusals.inc({ operation: operation?.id ?? noOperation, reason })
  }
}
