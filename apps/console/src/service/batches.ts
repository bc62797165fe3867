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

/** What has become of one of them. */
export type RowState =
  | WriteState<unknown>
  /** It was not begun, and is not begun any more. */
  | { readonly state: 'not sent'; readonly why: string }
  /** The key was locked before its answer had come. */
  | { readonly state: 'left' }

export interface BatchRow extends BatchItem {
  readonly written: RowState
}

/** What a batch is, and the word for what has become of a row, such as `sent`. */
export interface BatchWords {
  readonly title: string
  readonly done: string
}

/** Requests that are sent by one press, each under a key of its own, and what became of each. */
export interface Batch extends BatchWords {
  readonly rows: readonly BatchRow[]
  readonly isOver: boolean
}

/** So many are under way at once. */
const atOnce = 4

/** So long after its figures were on screen a request may still be begun. */
export const figuresMs = 60_000

/** What became of the batches of a profile whose key was locked, until a person has read it. */
const kept = new Map<string, Batch>()

/** The batch of the page. It goes on while other screens are looked at, and ends with the page. */
export class Batches {
  readonly #client: Pick<VadiumClient, 'pause'>
  readonly #queries: QueryClient
  readonly #profileId: string
  readonly #listeners = new Set<() => void>()
  #batch: Batch | undefined
  #life = new AbortController()
  /** Why no further row is begun. */
  #halted: string | undefined

  constructor(client: Pick<VadiumClient, 'pause'>, queries: QueryClient, profileId: string) {
    this.#client = client
    this.#queries = queries
    this.#profileId = profileId
    this.#batch = kept.get(profileId)
  }

  readonly read = (): Batch | undefined => this.#batch

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Sends the items. While what became of another batch has not been read, nothing is done. */
  async start(words: BatchWords, items: readonly BatchItem[]): Promise<void> {
    if (this.#batch !== undefined) return
    const rows = items.map((item): BatchRow => ({ ...item, written: { state: 'unsent' } }))
    this.#become({ ...words, rows, isOver: false })
    const life = new AbortController()
    this.#life = life
    this.#halted = undefined
    const end = unsettledWrites.begin('page')
    const untilMs = Date.now() + figuresMs
    const waiting = [...items]
    const sender = async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        if (Date.now() >= untilMs) this.#halted ??= 'its figures are too old by now'
        if (this.#halted === undefined) await this.#send(item, life.signal)
        else this.#note(item.id, { state: 'not sent', why: this.#halted })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, sender))
    end(!life.signal.aborted)
    const batch = this.read()
    if (life.signal.aborted || batch === undefined) return
    this.#become({ ...batch, isOver: true })
    void readAgain(this.#queries)
  }

  /** Begins no further row. What is under way goes on. */
  halt(): void {
    this.#halted ??= 'you stopped it'
  }

  /** Ends what is under way, when the key of the page is locked. What is known of it is kept. */
  stop(): void {
    this.#life.abort()
    if (this.#batch === undefined) return
    const rows = this.#batch.rows.map((row) => ({ ...row, written: lockedState(row.written) }))
    this.#become({ ...this.#batch, rows, isOver: true })
    kept.set(this.#profileId, this.#batch)
  }

  /** Forgets a batch that is over. */
  forget(): void {
    if (this.#batch?.isOver !== true) return
    kept.delete(this.#profileId)
    this.#become(undefined)
  }

  async #send({ id, send }: BatchItem, signal: AbortSignal): Promise<void> {
    this.#note(id, { state: 'sending' })
    const unknown = (state: WriteState<never>) => {
      // The service is away. What has not begun is not carried out hours later.
      this.#halted ??= 'no answer came to another'
      if (!signal.aborted) this.#note(id, state)
    }
    const written = await settledWrite(this.#client, send, signal, unknown).catch((): RowState => ({
      state: 'left',
    }))
    if (!signal.aborted) this.#note(id, written)
  }

  #note(id: string, written: RowState): void {
    if (this.#batch === undefined) return
    const rows = this.#batch.rows.map((row) => (row.id === id ? { ...row, written } : row))
    this.#become({ ...this.#batch, rows })
  }

  #become(batch: Batch | undefined): void {
    this.#batch = batch
    for (const listener of this.#listeners) listener()
  }
}

function lockedState(written: RowState): RowState {
  if (written.state === 'unsent') return { state: 'not sent', why: 'the key was locked' }
  const isOpen = written.state === 'sending' || written.state === 'unknown'
  return isOpen ? { state: 'left' } : written
}
