import type { IncomingHttpHeaders } from 'node:http'
import {
  type CustodyAdapter,
  CustodyMismatchError,
  CustodyUnavailableError,
  type ProviderReport,
  type TransferInstruction,
} from './custody-adapter.ts'
import type { Tracing } from '../../platform/telemetry/tracing.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'

/** Measures how long custodians take to answer, and with which outcome. */
export class CustodyMeter {
  readonly #durations
  readonly #tracing: Tracing | undefined

  constructor(metrics: Metrics, tracing?: Tracing) {
    this.#tracing = tracing
    this.#durations = metrics.of('vadium_custody_call_duration_seconds')
  }

  /** The same adapter with metrics. `name` is that of the adapter kind, not of the custodian. */
  measured(name: string, adapter: CustodyAdapter): CustodyAdapter {
    return new MeasuredCustody(adapter, (call, work) => this.#timed(name, call, work))
  }

  async #timed<T>(adapter: string, call: string, work: () => Promise<T>): Promise<T> {
    const span = this.#tracing?.beginCall(`custody ${call}`, { 'vadium.adapter': adapter })
    const startedMs = performance.now()
    const over = (outcome: string) => {
      const seconds = (performance.now() - startedMs) / 1000
      this.#durations.observe({ adapter, call, outcome }, seconds)
      span?.end({ 'vadium.outcome': outcome }, outcome === 'answered' ? undefined : outcome)
    }
    try {
      const answer = await (span === undefined ? work() : span.within(work))
      over('answered')
      return answer
    } catch (error) {
      over(outcomeOf(error))
      throw error
    }
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof CustodyUnavailableError) return 'unavailable'
  return error instanceof CustodyMismatchError ? 'mismatch' : 'failed'
}

type Timed = <T>(call: string, work: () => Promise<T>) => Promise<T>

class MeasuredCustody implements CustodyAdapter {
  readonly #adapter: CustodyAdapter
  readonly #timed: Timed

  constructor(adapter: CustodyAdapter, timed: Timed) {
    this.#adapter = adapter
    this.#timed = timed
  }

  submit(instruction: TransferInstruction): Promise<ProviderReport> {
    return this.#timed('submit', () => this.#adapter.submit(instruction))
  }

  get(externalTransferId: string): Promise<ProviderReport | undefined> {
    return this.#timed('get', () => this.#adapter.get(externalTransferId))
  }

  cancel(externalTransferId: string): Promise<ProviderReport | undefined> {
    return this.#timed('cancel', () => this.#adapter.cancel(externalTransferId))
  }

  /** Not measured, because no request is sent. */
  verifyCallback(
    headers: IncomingHttpHeaders,
    body: Uint8Array,
  ): Promise<readonly string[] | undefined> {
    return this.#adapter.verifyCallback(headers, body)
  }
}
