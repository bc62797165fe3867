import type { Query, QueryClient } from '@tanstack/react-query'
import { isLongList } from './long-list.ts'
import { untilRead } from './until-read.ts'

/** In a busy minute events come by the hundred, and each reading takes part of the rate window. */
const gatheredMs = 1_000

/** Reads again what events concern. */
export class ChangedReading {
  readonly #queries: QueryClient
  readonly #signal: AbortSignal
  /** The first members of the keys of what has changed since the last reading began. */
  readonly #changed = new Set<string>()
  #isReading = false

  /** @param signal Ends it. */
  constructor(queries: QueryClient, signal: AbortSignal) {
    this.#queries = queries
    this.#signal = signal
  }

  /** The first change is read at once, and later ones together. */
  changed(keys: readonly string[]): void {
    for (const key of keys) this.#changed.add(key)
    if (!this.#isReading) void this.#read()
  }

  async #read(): Promise<void> {
    this.#isReading = true
    while (this.#changed.size > 0 && !this.#signal.aborted) {
      const keys = new Set<unknown>(this.#changed)
      const predicate = (query: Query) => keys.has(query.queryKey[0]) && !isLongList(query)
      await untilRead(this.#queries, { predicate })
      // What changed while the page waited is read with it.
      const all = [...this.#changed]
      this.#changed.clear()
      for (const key of all) {
        const ofKey = { queryKey: [key], predicate: (query: Query) => !isLongList(query) }
        void this.#queries.invalidateQueries(ofKey)
      }
      await new Promise((resolve) => setTimeout(resolve, gatheredMs))
    }
    this.#isReading = false
  }
}
