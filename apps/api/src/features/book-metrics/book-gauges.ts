import { isFinal, stateMachines, statesOf } from '@vadium/schema'
import type { BookFigure } from './book-figures.ts'
import type { MetricName } from '../../platform/telemetry/metric-table.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'

/** The metric of each figure without states. */
const plain = {
  approved_age_seconds: 'vadium_approved_age_seconds',
  instruction_overdue_seconds: 'vadium_instruction_overdue_seconds',
  deadlines_overdue: 'vadium_deadlines_overdue',
  deadline_overdue_seconds: 'vadium_deadline_overdue_seconds',
  transfers_late: 'vadium_transfers_late',
  prices_held: 'vadium_prices_held',
} as const satisfies Record<string, MetricName>

/** The metric and the states of each figure with states. */
const byState = {
  instructions: { metric: 'vadium_instructions', states: ['due', 'waiting', 'stalled'] },
  prices: { metric: 'vadium_prices', states: ['current', 'stale', 'missing'] },
  webhook_deliveries: { metric: 'vadium_webhook_deliveries', states: ['due', 'waiting'] },
  mail_deliveries: { metric: 'vadium_mail_deliveries', states: ['due', 'waiting'] },
  mail_addresses: {
    metric: 'vadium_mail_addresses',
    states: ['unverified', 'active', 'suspended'],
  },
  webhook_endpoints: { metric: 'vadium_webhook_endpoints', states: ['enabled', 'disabled'] },
} as const satisfies Record<string, { metric: MetricName; states: readonly string[] }>

const isByState = (figure: string): figure is keyof typeof byState => figure in byState

/**
 * Kinds without rows of their own in the book: the state of a transfer at its provider, and mail,
 * which has metrics of its own.
 */
const notInTheBook = new Set(['provider_lifecycle', 'mail_address', 'mail_delivery'])

/** Sets the gauges. If the figures could not be read, the gauges are missing rather than zero. */
export class BookGauges {
  readonly #metrics: Metrics

  constructor(metrics: Metrics) {
    this.#metrics = metrics
  }

  show(figures: readonly BookFigure[] | undefined): void {
    this.#metrics.of('vadium_book_read').set(figures === undefined ? 0 : 1)
    this.#forget()
    if (figures === undefined) return
    this.#beginAtZero()
    for (const figure of figures) this.#showOne(figure)
  }

  #showOne({ figure, kind, state, value }: BookFigure): void {
    const count = value ?? 0
    switch (figure) {
      case 'open':
        this.#metrics.of('vadium_open').set({ kind, state }, count)
        break
      case 'price_age_seconds':
        this.#metrics.of('vadium_price_age_seconds').set({ asset: kind }, count)
        break
      default:
        if (isByState(figure)) this.#metrics.of(byState[figure].metric).set({ state }, count)
        else this.#metrics.of(plainName(figure)).set(count)
    }
  }

  #forget(): void {
    this.#metrics.of('vadium_open').reset()
    for (const { metric } of Object.values(byState)) this.#metrics.of(metric).reset()
    this.#metrics.of('vadium_price_age_seconds').reset()
    for (const name of Object.values(plain)) this.#metrics.of(name).remove()
  }

  /**
   * Sets every state to zero first: a state without rows is not read, and alert rules need a zero.
   */
  #beginAtZero(): void {
    for (const machine of stateMachines) {
      if (notInTheBook.has(machine.id)) continue
      const open = statesOf(machine).filter((state) => !isFinal(machine, state))
      for (const state of open) this.#metrics.of('vadium_open').set({ kind: machine.id, state }, 0)
    }
    for (const { metric, states } of Object.values(byState)) {
      for (const state of states) this.#metrics.of(metric).set({ state }, 0)
    }
  }
}

function plainName(figure: string): (typeof plain)[keyof typeof plain] {
  const found = Object.entries(plain).find(([name]) => name === figure)
  if (found === undefined) throw new Error(`the figure ${figure} of the book has no metric`)
  return found[1]
}
