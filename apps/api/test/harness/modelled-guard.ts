/** A quote of a model: whole cents, and whole seconds. */
export interface ModelQuote {
  readonly source: string
  readonly cents: number
  readonly second: number
}

interface Source {
  readonly newest: ModelQuote
  /** The newest quote that counts. */
  readonly counting: ModelQuote | undefined
  /** When it began to quote about a price that does not count. */
  readonly since: number
}

/**
 * The rules of the guard again, in whole numbers, and the other way about: it is asked of the newest quote
 * of each source, after each arrival, whether there is a reason to hold it.
 */
export class ModelledGuard {
  readonly sources = new Map<string, Source>()
  readonly #percent: number
  readonly #ageMax: number

  constructor(percent: number, ageMax: number) {
    this.#percent = percent
    this.#ageMax = ageMax
  }

  take(quote: ModelQuote, now: number): void {
    const before = this.sources.get(quote.source)
    if (before !== undefined && before.newest.second >= quote.second) return
    const price = this.#priceWhenLastFresh(now)
    const wasHeld = before !== undefined && before.counting !== before.newest
    const goesOn = wasHeld && this.#isNear(before.newest.cents, quote.cents)
    const since = goesOn ? before.since : quote.second
    this.sources.set(quote.source, { newest: quote, counting: before?.counting, since })
    if (price === undefined || this.#isWithin(quote.cents, price)) this.#count(quote.source)
    else if (this.#isAlone(quote.source, now) && quote.second - since > this.#ageMax) {
      this.#count(quote.source)
    }
    const fresh = [...this.sources].filter(([, { newest }]) => newest.second >= now - this.#ageMax)
    for (const [name, one] of fresh) {
      for (const [otherName, other] of fresh) {
        if (name !== otherName && this.#isNear(one.newest.cents, other.newest.cents)) {
          this.#count(name)
        }
      }
    }
  }

  /** Twice the current price in cents, so that it is whole, or undefined where nothing is fresh. */
  price(now: number): number | undefined {
    const fresh = [...this.sources.values()]
      .flatMap(({ counting }) => counting ?? [])
      .filter(({ second }) => second >= now - this.#ageMax)
      .map(({ cents }) => cents)
      .sort((a, b) => a - b)
    const [low, high] = [fresh[Math.ceil(fresh.length / 2) - 1], fresh[fresh.length >> 1]]
    return low === undefined || high === undefined ? undefined : low + high
  }

  #priceWhenLastFresh(now: number): number | undefined {
    const times = [...this.sources.values()].flatMap(({ counting }) => counting?.second ?? [])
    return this.price(now) ?? this.price(Math.max(...times))
  }

  /** The reference is twice a price in cents. */
  #isWithin(cents: number, reference: number): boolean {
    return Math.abs(2 * cents - reference) * 100 <= reference * this.#percent
  }

  #isNear(a: number, b: number): boolean {
    return Math.abs(a - b) * 100 <= Math.min(a, b) * this.#percent
  }

  #isAlone(source: string, now: number): boolean {
    return [...this.sources].every(
      ([name, { newest }]) => name === source || newest.second < now - this.#ageMax,
    )
  }

  #count(name: string): void {
    const source = this.sources.get(name)
    if (source !== undefined) this.sources.set(name, { ...source, counting: source.newest })
  }
}
