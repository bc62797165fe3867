/** A quote of a model: whole cents, and whole seconds. */
export interface ModelQuote {
  readonly source: string
  readonly speaker: string
  readonly cents: number
  readonly second: number
}

interface Source {
  readonly newest: ModelQuote
  /** The newest quote that counts. */
  readonly counting: ModelQuote | undefined
  /** When the first of its quotes about a price that does not count arrived. */
  readonly since: number
}

/** Prices are four times as many cents, so that a median of medians is a whole number. */
interface Base {
  readonly price: number
  readonly second: number
}

/**
 * The rules of the guard again, in whole numbers and in reverse: after each quote, the model checks
 * for the newest quote of each source whether there is a reason to hold it.
 */
export class ModelledGuard {
  readonly sources = new Map<string, Source>()
  /** The sources that another account has silenced, until their last quote is outvoted. */
  readonly silenced = new Set<string>()
  readonly #percent: number
  readonly #ageMax: number
  /** The prices that counted, each with the time from which on. */
  readonly #history: { readonly quote: ModelQuote; readonly from: number }[] = []
  #base: Base | undefined

  constructor(percent: number, ageMax: number) {
    this.#percent = percent
    this.#ageMax = ageMax
  }

  take(quote: ModelQuote, now: number): void {
    const before = this.sources.get(quote.source)
    if (before !== undefined && before.newest.second >= quote.second) return
    const price = this.#priceWhenLastFresh(this.#counting(), now)
    const base = this.#baseAt(now) ?? price
    const wasHeld = before !== undefined && before.counting !== before.newest
    const goesOn = wasHeld && this.#isNear(before.newest.cents, quote.cents)
    const since = goesOn ? before.since : now
    this.sources.set(quote.source, { newest: quote, counting: before?.counting, since })
    const isStep = [price, base].every((from) => from === undefined || this.#isWithin(quote, from))
    const lasts = this.#isOfOneMind(quote, now) && quote.second - since > this.#ageMax
    const counts = this.#isUnopposed(quote, now) && (isStep || lasts)
    if (counts) this.#count(quote.source, now)
    const hasConfirmed = this.#confirm(now)
    for (const name of [...this.silenced])
      if (this.#isOutvoted(name, now)) this.silenced.delete(name)
    const hasMoved = hasConfirmed || (counts && !isStep)
    const after = this.#priceWhenLastFresh(this.#counting(), now) ?? 0
    if (base === undefined) this.#base = { price: after, second: now }
    else if (hasMoved && !this.#arePricesWithin(after, base)) {
      this.#base = { price: after, second: now }
    } else if (this.#baseAt(now) === undefined) this.#base = { price: base, second: now }
  }

  /** Four times the current price in cents, or undefined when no quote is fresh. */
  price(now: number): number | undefined {
    return this.#median(this.#counting(), now)
  }

  #counting(): ModelQuote[] {
    return [...this.sources.values()].flatMap(({ counting }) => counting ?? [])
  }

  #median(quotes: readonly ModelQuote[], now: number): number | undefined {
    const fresh = quotes.filter(({ second }) => second >= now - this.#ageMax)
    const speakers = [...new Set(fresh.map(({ speaker }) => speaker))]
    return twiceMiddle(
      speakers.map((name) => {
        const own = fresh.filter(({ speaker }) => speaker === name).map(({ cents }) => cents)
        return twiceMiddle(own) ?? 0
      }),
    )
  }

  #priceWhenLastFresh(quotes: readonly ModelQuote[], now: number): number | undefined {
    const newest = Math.max(...quotes.map(({ second }) => second))
    return this.#median(quotes, now) ?? this.#median(quotes, newest)
  }

  #baseAt(now: number): number | undefined {
    const then = now - this.#ageMax
    if (this.#base !== undefined && this.#base.second > then) return this.#base.price
    const counted = new Map<string, ModelQuote>()
    for (const { quote, from } of this.#history) if (from <= then) counted.set(quote.source, quote)
    return this.#priceWhenLastFresh([...counted.values()], then) ?? this.#base?.price
  }

  #isWithin({ cents }: ModelQuote, reference: number): boolean {
    return this.#arePricesWithin(4 * cents, reference)
  }

  #arePricesWithin(price: number, reference: number): boolean {
    return Math.abs(price - reference) * 100 <= reference * this.#percent
  }

  #isNear(a: number, b: number): boolean {
    return Math.abs(a - b) * 100 <= Math.min(a, b) * this.#percent
  }

  #isUnopposed(quote: ModelQuote, now: number): boolean {
    return [...this.sources.values()].every(
      ({ newest }) =>
        newest.speaker === quote.speaker ||
        (now - newest.second > 2 * this.#ageMax && !this.#isLastWord(newest)) ||
        this.#isNear(newest.cents, quote.cents),
    )
  }

  /** Whether it is the last quote of a speaker whose source was silenced. */
  #isLastWord(quote: ModelQuote): boolean {
    const own = [...this.sources.values()].filter(({ newest }) => newest.speaker === quote.speaker)
    const last = Math.max(...own.map(({ newest }) => newest.second))
    return this.silenced.has(quote.source) && quote.second === last
  }

  /** Whether two others of different speakers are near each other, and one is far from it. */
  #isOutvoted(name: string, now: number): boolean {
    const last = this.sources.get(name)?.newest
    const all = [...this.sources.values()].map(({ newest }) => newest)
    const others = all.filter(
      ({ speaker, second }) => speaker !== last?.speaker && now - second <= this.#ageMax,
    )
    return others.some((one, i) =>
      others.slice(i + 1).some((other) => {
        const areFar = [one, other].some(({ cents }) => !this.#isNear(cents, last?.cents ?? cents))
        return one.speaker !== other.speaker && this.#isNear(one.cents, other.cents) && areFar
      }),
    )
  }

  #isOfOneMind(quote: ModelQuote, now: number): boolean {
    return [...this.sources.values()]
      .flatMap(({ newest, counting }) => [newest, counting ?? newest])
      .filter(({ source, speaker }) => speaker === quote.speaker && source !== quote.source)
      .every(({ second, cents }) => now - second > this.#ageMax || this.#isNear(cents, quote.cents))
  }

  /** Whether a held quote counts now. */
  #confirm(now: number): boolean {
    const fresh = [...this.sources.values()].filter(
      ({ newest }) => newest.second >= now - this.#ageMax,
    )
    const confirmed = fresh.filter(
      ({ newest, counting }) =>
        newest !== counting &&
        fresh.some(
          ({ newest: other }) =>
            other.speaker !== newest.speaker && this.#isNear(newest.cents, other.cents),
        ),
    )
    for (const { newest } of confirmed) this.#count(newest.source, now)
    return confirmed.length > 0
  }

  #count(name: string, now: number): void {
    const source = this.sources.get(name)
    if (source === undefined) return
    this.sources.set(name, { ...source, counting: source.newest })
    this.#history.push({ quote: source.newest, from: now })
  }
}

function twiceMiddle(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[sorted.length >> 1]]
  return low === undefined || high === undefined ? undefined : low + high
}
