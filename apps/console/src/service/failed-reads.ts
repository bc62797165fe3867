import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'

/** What is on screen although it could not be read again. */
export interface FailedReads {
  /** Why the oldest of it could not. */
  readonly error: unknown
  /** When the oldest of it was read, in Unix milliseconds. */
  readonly readAtMs: number
}

/** The shown queries whose last reading failed. Undefined if there is none. */
export function useFailedReads(): FailedReads | undefined {
  const cache = useQueryClient().getQueryCache()
  const store = useMemo(() => new FailedReadsStore(cache), [cache])
  return useSyncExternalStore(store.subscribe, store.read)
}

class FailedReadsStore {
  readonly #cache: QueryCache
  #last: FailedReads | undefined

  constructor(cache: QueryCache) {
    this.#cache = cache
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#cache.subscribe(listener)

  /** The same object until something changes, as React compares it. */
  readonly read = (): FailedReads | undefined => {
    const [oldest] = this.#cache
      .getAll()
      .filter(
        (query) =>
          query.isActive() && query.state.status === 'error' && query.state.data !== undefined,
      )
      .map(({ state }) => ({ error: state.error, readAtMs: state.dataUpdatedAt }))
      .toSorted((one, other) => one.readAtMs - other.readAtMs)
    const isSame = oldest?.error === this.#last?.error && oldest?.readAtMs === this.#last?.readAtMs
    if (!isSame) this.#last = oldest
    return this.#last
  }
}
