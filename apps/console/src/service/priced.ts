import { focusManager, type Query, type QueryClient } from '@tanstack/react-query'
import { isLongList } from './long-list.ts'
import { untilRead } from './until-read.ts'

/** How often figures that rest on prices are read again at most. */
export const pricedMs = 5_000

/** Marks a query of such figures. It is read again when prices have moved. */
export const restsOnPrices = { meta: { restsOnPrices: true } } as const

const isPriced = ({ meta }: Query): boolean => meta?.['restsOnPrices'] === true

/** Reads again what rests on prices, when they have moved. */
export class PricedReading {
  readonly #queries: QueryClient
  readonly #signal: AbortSignal
  /** Whether prices have moved since the last reading began. */
  #haveMoved = false
  #isReading = false

  /** @param signal Ends it. */
  constructor(queries: QueryClient, signal: AbortSignal) {
    this.#queries = queries
    this.#signal = signal
  }

  /** The first move is followed at once, and later ones together. */
  moved(): void {
    this.#haveMoved = true
    if (!this.#isReading) void this.#read()
  }

  async #read(): Promise<void> {
    this.#isReading = true
    while (this.#haveMoved && !this.#signal.aborted) {
      const predicate = (query: Query) => isPriced(query) && !isLongList(query)
      await untilRead(this.#queries, { predicate })
      this.#haveMoved = false
      // What nobody looks at is read when somebody does.
      const refetchType = focusManager.isFocused() ? 'active' : 'none'
      const read = this.#queries.invalidateQueries({ predicate, refetchType })
      // A slow service is not asked again before it has answered.
      await Promise.all([read, new Promise((resolve) => setTimeout(resolve, pricedMs))])
    }
    this.#isReading = false
  }
}
