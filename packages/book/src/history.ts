import { historyIds, type Scenario, type ScenarioStep } from '@vadium/api/scenario'

export type OperationStep = Extract<ScenarioStep, { readonly operation: string }>
export type TransferStep = Extract<ScenarioStep, { readonly transfer: object }>

/** Takes the steps of a history. */
export interface Steps {
  /** Adds a step, and returns it: its ids can be asked for later. */
  add<Step extends ScenarioStep>(step: Step): Step
}

/**
 * The steps of a book's history in the order of their times, and what the service makes of them.
 */
export class History implements Steps {
  readonly #name: string
  readonly #steps: Scenario['history']
  readonly #firstOrderNumber: number
  /** By asset: when it was quoted last, and at which price. */
  readonly #quotes = new Map<string, string>()
  #lastRead = -1

  constructor({ name, history }: Pick<Scenario, 'name' | 'history'>, firstOrderNumber: number) {
    this.#name = name
    this.#steps = history
    this.#firstOrderNumber = firstOrderNumber
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

  /** A quote, unless the last one of the asset was the same. */
  quoteOnce(at: string, quote: { asset: string; source: string; price_usd: string }): void {
    const said = `${at} ${quote.price_usd}`
    if (this.#quotes.get(quote.asset) === said) return
    this.#quotes.set(quote.asset, said)
    this.add({ at, quote })
  }

  /** An id that the service draws in a step: the first is that of what the step creates. */
  idOf(step: ScenarioStep, nth = 1): string {
    const ids = historyIds(this.#name, this.#read(step))
    for (let i = 1; i < nth; i += 1) ids.next()
    return ids.next()
  }

  /** The number of the order that a step creates. */
  orderNumberOf(step: ScenarioStep): number {
    const earlier = this.#steps.slice(0, this.#read(step))
    const isCreation = (one: ScenarioStep) => 'operation' in one && one.operation === 'createOrder'
    return this.#firstOrderNumber + earlier.filter(isCreation).length
  }

  #read(step: ScenarioStep): number {
    const place = this.#steps.indexOf(step)
    this.#lastRead = Math.max(this.#lastRead, place)
    return place
  }
}
