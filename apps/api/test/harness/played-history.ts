import { SeededIds } from '../../src/platform/seeded-ids.ts'
import type { Scenario, ScenarioStep } from '../../src/features/scenario/scenario.ts'

export type OperationStep = Extract<ScenarioStep, { readonly operation: string }>
export type TransferStep = Extract<ScenarioStep, { readonly transfer: object }>

/** The number of the first order of a test's history. */
export const firstOrderNumber = 1001

/**
 * The steps of a book's history in the order of their times, and what the service makes of them.
 */
export class PlayedHistory {
  readonly #name: string
  readonly #steps: Scenario['history']
  readonly #quotes = new Map<string, string>()
  #lastRead = -1

  constructor({ name, history }: Scenario) {
    this.#name = name
    this.#steps = history
  }

  /** Adds a step after those of its time. */
  add<Step extends ScenarioStep>(step: Step): Step {
    let place = this.#steps.length
    while ((this.#steps[place - 1]?.at ?? '') > step.at) place -= 1
    // An id depends on the place of its step.
    if (place <= this.#lastRead) throw new Error('the id of a later step was read before')
    this.#steps.splice(place, 0, step)
    return step
  }

  quote(at: string, asset: string, price_usd: string): void {
    this.#quotes.set(asset, `${at} ${price_usd}`)
    this.add({ at, quote: { asset, source: 'test', price_usd } })
  }

  /** A quote, unless the book has the same one already. */
  quoteOnce(at: string, asset: string, price_usd: string): void {
    if (this.#quotes.get(asset) !== `${at} ${price_usd}`) this.quote(at, asset, price_usd)
  }

  /** An id that the service draws in a step: the first is that of what the step creates. */
  idOf(step: ScenarioStep, nth = 1): string {
    const ids = new SeededIds(`scenario ${this.#name}`, this.#read(step))
    for (let i = 1; i < nth; i += 1) ids.next()
    return ids.next()
  }

  orderNumberOf(step: ScenarioStep): number {
    const earlier = this.#steps.slice(0, this.#read(step))
    const isCreation = (one: ScenarioStep) => 'operation' in one && one.operation === 'createOrder'
    return firstOrderNumber + earlier.filter(isCreation).length
  }

  #read(step: ScenarioStep): number {
    const place = this.#steps.indexOf(step)
    this.#lastRead = Math.max(this.#lastRead, place)
    return place
  }
}
