import { type Event, type Moved, type VadiumClient, VadiumError } from '@vadium/client'
import type { EventType } from '@vadium/schema'
import type { QueryClient } from '@tanstack/react-query'
import { ChangedReading } from './changed.ts'
import { PricedReading, pricedMs } from './priced.ts'
import { readAgain } from './queries.ts'

/**
 * The state of the event stream. `off`: the role may not read events, or it was refused. Unless it
 * is `live`, what rests on prices is read every five seconds.
 */
export type LiveState = 'connecting' | 'live' | 'catching up' | 'reset' | 'off'

/** The queries that an event concerns. */
const concerned: Readonly<Record<EventType, readonly string[]>> = {
  'order.updated': ['orders', 'positions', 'limits'],
  'position.updated': ['positions', 'limits'],
  'transfer.updated': ['transfers', 'positions', 'calls'],
  'mark_to_market_request.updated': ['calls', 'positions'],
  'order_request.updated': ['order-requests', 'positions'],
  'close_out.updated': ['close-outs', 'positions', 'orders'],
  'document.created': ['documents'],
  'notification.created': ['notifications'],
  'chat.updated': ['chats'],
  'account.updated': ['accounts'],
  'credential.updated': ['credentials'],
  'invitation.updated': ['invitations'],
  'wallet.updated': ['wallets'],
  'organization.updated': ['organizations'],
  // An order that awaits its answer shows the terms in effect.
  'agreement.updated': ['agreements', 'orders'],
  'approval.updated': ['approvals'],
  'approval_policy.updated': ['approval-policies'],
  'automation.updated': ['automations'],
  'calendar.updated': ['calendars'],
  'counterparty_limits.updated': ['limits', 'orders'],
  'mail_address.updated': ['mail'],
  'price_source.updated': ['price-sources'],
}

/** A newer service may send events that this page does not know. */
const isKnown = (type: string): type is EventType => Object.hasOwn(concerned, type)

/** Whatever happens may change what needs a person. */
const concernedBy = ({ type }: Event): readonly string[] => [
  'today',
  ...(isKnown(type) ? concerned[type] : []),
]

/** What is followed. */
interface Followed {
  /** Whether the role may read events. */
  readonly hasStream: boolean
  /** The time of a sandbox stands still until it is moved. */
  readonly isSandbox: boolean
}

/**
 * Follows the events of the organization and what moves without one, and has what they concern read
 * again.
 */
export class LiveEvents {
  readonly #client: VadiumClient
  readonly #queries: QueryClient
  readonly #listeners = new Set<() => void>()
  readonly #eventListeners = new Set<(event: Event) => void>()
  #state: LiveState = 'connecting'
  #life: AbortController | undefined

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

  /** Gives each event that arrives to a listener. Returns what ends that. */
  onEvent(listener: (event: Event) => void): () => void {
    this.#eventListeners.add(listener)
    return () => {
      this.#eventListeners.delete(listener)
    }
  }

  start({ hasStream, isSandbox }: Followed): void {
    const life = new AbortController()
    const { signal } = life
    this.#life = life
    const priced = new PricedReading(this.#queries, signal)
    const moved = ({ clock }: Pick<Moved, 'clock'>) => {
      if (clock) void this.#queries.invalidateQueries({ queryKey: ['caller'] })
      priced.moved()
    }
    const polling = setInterval(() => {
      if (this.#state !== 'live') moved({ clock: isSandbox })
    }, pricedMs)
    signal.addEventListener('abort', () => {
      clearInterval(polling)
    })
    if (!hasStream) {
      this.#become('off')
      return
    }
    this.#follow(signal, moved).catch((error: unknown) => {
      if (!signal.aborted) this.#become(error instanceof VadiumError ? 'off' : 'reset')
    })
  }

  stop(): void {
    this.#life?.abort()
  }

  async #follow(signal: AbortSignal, moved: (moved: Moved) => void): Promise<void> {
    const stream = this.#client.events.stream(
      { moved: true },
      {
        signal,
        onMoved: (what) => {
          this.#become('live')
          moved(what)
        },
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
    const changed = new ChangedReading(this.#queries, signal)
    await stream.opened()
    this.#become('live')
    // What was read before the stream had its place in the log may be older than that place. No
    // event waits for it, because a reading over a lost connection may take minutes to fail.
    void readAgain(this.#queries)
    for await (const event of stream) {
      this.#become('live')
      changed.changed(concernedBy(event))
      for (const listener of this.#eventListeners) listener(event)
    }
  }

  #become(state: LiveState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
