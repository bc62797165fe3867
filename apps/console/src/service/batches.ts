import type { RequestOptions, VadiumClient } from '@vadium/client'
import type { QueryClient } from '@tanstack/react-query'
import { readAgain } from './queries.ts'
import { settledWrite, type WriteState } from './settled-write.ts'
import { unsettledWrites } from './unsettled.ts'

/** One of the requests that a person sends together. */
export interface BatchItem {
  readonly id: string
  /** What it is, such as `Order 1001, Kestrel`. */
  readonly name: string
  readonly send: (options: RequestOptions) => Promise<unknown>
}

/** Requests that are sent by one press, each under a key of its own, and what became of each. */
export interface Batch {
  readonly title: string
  readonly rows: readonly BatchRow[]
  readonly isOver: boolean
}

export interface BatchRow extends BatchItem {
  readonly written: WriteState<unknown>
}

/** So many are under way at once. */
const atOnce = 4

/** The batch of the page. It goes on while other screens are looked at, and ends with the page. */
export class Batches {
  readonly #client: VadiumClient
  readonly #queries: QueryClient
  readonly #listeners = new Set<() => void>()
  #batch: Batch | undefined
  #life = new AbortController()

  constructor(client: VadiumClient, queries: QueryClient) {
    this.#client = client
    this.#queries = queries
  }

  readonly read = (): Batch | undefined => this.#batch

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Sends the items. While another batch is under way, nothing is done. */
  async start(title: string, items: readonly BatchItem[]): Promise<void> {
    if (this.#batch?.isOver === false) return
    const rows = items.map((item): BatchRow => ({ ...item, written: { state: 'unsent' } }))
    this.#become({ title, rows, isOver: false })
    const life = new AbortController()
    this.#life = life
    const end = unsettledWrites.begin('page')
    const waiting = [...items]
    const sender = async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        await this.#send(item, life.signal)
      }
    }
    try {
      await Promise.all(Array.from({ length: atOnce }, sender))
      this.#change(life.signal, (batch) => ({ ...batch, isOver: true }))
      void readAgain(this.#queries)
    } finally {
      end(!life.signal.aborted)
    }
  }

  /** Ends what is under way, when the page or its key is left. */
  stop(): void {
    this.#life.abort()
    this.#become(undefined)
  }

  /** Forgets a batch that is over. */
  forget(): void {
    if (this.#batch?.isOver === true) this.#become(undefined)
  }

  async #send({ id, send }: BatchItem, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const become = (written: WriteState<unknown>) => {
      this.#change(signal, ({ rows, ...batch }) => ({
        ...batch,
        rows: rows.map((row) => (row.id === id ? { ...row, written } : row)),
      }))
    }
    become({ state: 'sending' })
    // Where it was ended, nobody waits for it.
    const written = await settledWrite(this.#client, send, signal, become).catch(() => undefined)
    if (written !== undefined) become(written)
  }

  #change(signal: AbortSignal, change: (batch: Batch) => Batch): void {
    if (this.#batch !== undefined && !signal.aborted) this.#become(change(this.#batch))
  }

  #become(batch: Batch | undefined): void {
    this.#batch = batch
    for (const listener of this.#listeners) listener()
  }
}
