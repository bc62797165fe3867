import { focusManager, type Query, type QueryClient } from '@tanstack/react-query'
import { isLongList } from './long-list.ts'
import { untilRead } from './until-read.ts'

/** How often figures that rest on prices are read again at most. */
export const pricedMs = 5_000

/** Marks a query of such figures. It is read again when prices have moved. */
export const restsOnPrices = { meta: { restsOnPrices: true } } as const

/** How often a whole list is read again at most, of which what is on screen is read by itself. */
export const wholeListMs = 60_000

/** Marks such a list. */
export const restsOnPricesAsAWhole = { restsOnPrices: true, isWholeList: true } as const

const isPriced = ({ meta }: Query): boolean => meta?.['restsOnPrices'] === true

/** In how many milliseconds a query may be read again. */
function waitMs({ meta, state }: Query): number {
  return meta?.['isWholeList'] === true ? state.dataUpdatedAt + wholeListMs - Date.now() : 0
}

/** Reads again what rests on prices, when they have moved. */
export class PricedReading {
  readonly #queries: QueryClient
  readonly #signal: AbortSignal
  /** Whether prices have moved since the last reading began. */
  #haveMoved = false
  #isReading = false
  /** Reads the lists whose time had not come when prices moved. */
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param signal Ends it. */
  constructor(queries: QueryClient, signal: AbortSignal) {
    this.#queries = queries
    this.#signal = signal
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer)
    })
  }

  /** The first move is followed at once, and later ones together. */
  moved(): void {
    this.#haveMoved = true
    if (!this.#isReading) void this.#read()
  }

  async #read(): Promise<void> {
    this.#isReading = true
    while (this.#haveMoved && !this.#signal.aborted) {
      const mayBeRead = (query: Query) => isPriced(query) && !isLongList(query)
      const predicate = (query: Query) => mayBeRead(query) && waitMs(query) <= 0
      await untilRead(this.#queries, { predicate })
      this.#haveMoved = false
      this.#readLater(
        this.#queries.getQueryCache().findAll({ predicate: mayBeRead, type: 'active' }),
      )
      // What nobody looks at is read when somebody does.
      const refetchType = focusManager.isFocused() ? 'active' : 'none'
      const read = this.#queries.invalidateQueries({ predicate, refetchType })
      // A slow service is not asked again before it has answered.
      await Promise.all([read, new Promise((resolve) => setTimeout(resolve, pricedMs))])
    }
    this.#isReading = false
  }

  #readLater(queries: readonly Query[]): void {
    clearTimeout(this.#timer)
    const waits = queries.map(waitMs).filter((ms) => ms > 0)
    if (waits.length === 0) return
    this.#timer = setTimeout(
      () => {
        this.moved()
      },
      Math.min(...waits),
    )
  }
}
