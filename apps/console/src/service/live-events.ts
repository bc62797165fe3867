import { type Event, type VadiumClient, VadiumError } from '@vadium/client'
import type { EventType } from '@vadium/schema'
import type { Query, QueryClient } from '@tanstack/react-query'
import { isLongList, readAgain } from './queries.ts'

/** The state of the event stream. `off`: the role may not read events, or it was refused. */
export type LiveState = 'connecting' | 'live' | 'catching up' | 'reset' | 'off'

/** The queries that an event concerns. */
const concerned: Readonly<Record<EventType, readonly string[]>> = {
  'order.updated': ['orders', 'positions'],
  'position.updated': ['positions'],
  'transfer.updated': ['transfers', 'positions', 'calls'],
  'mark_to_market_request.updated': ['calls', 'positions'],
  'order_request.updated': ['order-requests', 'positions'],
  'notification.created': ['notifications'],
  'chat.updated': ['chats'],
  'account.updated': ['accounts'],
  'credential.updated': ['credentials'],
  'wallet.updated': ['wallets'],
  'organization.updated': ['organizations'],
  'agreement.updated': ['agreements'],
  'approval.updated': ['approvals'],
  'approval_policy.updated': ['approval-policies'],
  'price_source.updated': ['price-sources'],
}

/** In a busy minute events come by the hundred, and each reading takes part of the rate window. */
const gatheredMs = 1_000

/** A newer service may send events that this page does not know. */
const isKnown = (type: string): type is EventType => Object.hasOwn(concerned, type)

/** Follows the events of the organization, and has what they concern read again. */
export class LiveEvents {
  readonly #client: VadiumClient
  readonly #queries: QueryClient
  readonly #listeners = new Set<() => void>()
  #state: LiveState = 'connecting'
  #life: AbortController | undefined
  /** The queries that the events since the last reading concern. */
  readonly #changed = new Set<string>()
  #gathering: ReturnType<typeof setTimeout> | undefined

  constructor(client: VadiumClient, queries: QueryClient) {
    this.#client = client
    this.#queries = queries
  }

  readonly read = (): LiveState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  start(): void {
    const life = new AbortController()
    this.#life = life
    this.#follow(life.signal).catch((error: unknown) => {
      if (!life.signal.aborted) this.#become(error instanceof VadiumError ? 'off' : 'reset')
    })
  }

  stop(): void {
    this.#life?.abort()
    clearTimeout(this.#gathering)
    this.#gathering = undefined
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const stream = this.#client.events.stream(
      {},
      {
        signal,
        onReset: async () => {
          this.#become('reset')
          await readAgain(this.#queries)
        },
        onInterruption: () => {
          this.#become('catching up')
          // A connection that brings no event is a connection all the same.
          void stream.opened().then(
            () => {
              this.#become('live')
            },
            () => undefined,
          )
        },
      },
    )
    await stream.opened()
    this.#become('live')
    // What was read before the stream had its place in the log may be older than that place. No
    // event waits for it, because a reading over a lost connection may take minutes to fail.
    void readAgain(this.#queries)
    for await (const event of stream) {
      this.#become('live')
      this.#invalidate(event)
    }
  }

  /** What an event concerns is read at once, and what those shortly after it concern, together. */
  #invalidate({ type }: Event): void {
    // Whatever happens may change what needs a person.
    for (const key of ['today', ...(isKnown(type) ? concerned[type] : [])]) this.#changed.add(key)
    if (this.#gathering !== undefined) return
    this.#readChanged()
    const gather = () => {
      this.#gathering = this.#changed.size === 0 ? undefined : setTimeout(gather, gatheredMs)
      this.#readChanged()
    }
    this.#gathering = setTimeout(gather, gatheredMs)
  }

  #readChanged(): void {
    const predicate = (query: Query) => !isLongList(query)
    for (const key of this.#changed) {
      void this.#queries.invalidateQueries({ queryKey: [key], predicate })
    }
    this.#changed.clear()
  }

  #become(state: LiveState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
