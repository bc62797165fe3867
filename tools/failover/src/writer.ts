import { randomUUID } from 'node:crypto'
import { VadiumClient, VadiumError } from '@vadium/client'
import { pause } from './waiting.ts'

/** The body of a request for an order. */
export type OrderBody = Parameters<VadiumClient['orders']['create']>[0]

/** Creates orders, one after the other, and remembers what became of each. */
export class Writer {
  /** The ids of acknowledged orders, by idempotency key. */
  readonly acknowledged = new Map<string, string>()
  /** The idempotency keys of orders of which no answer came. */
  readonly unknown = new Set<string>()
  /** How many orders were refused, by reason. */
  readonly refused = new Map<string, number>()
  longestWaitMs = 0
  readonly #client: VadiumClient
  readonly #order: OrderBody
  #isStopped = false

  constructor(client: VadiumClient, order: OrderBody) {
    this.#client = client
    this.#order = order
  }

  async run(): Promise<void> {
    let since = Date.now()
    while (!this.#isStopped) {
      const isCreated = await this.#create(randomUUID())
      if (isCreated) {
        this.longestWaitMs = Math.max(this.longestWaitMs, Date.now() - since)
        since = Date.now()
      } else await pause(200)
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Asks again for what is unknown, under the same keys. Returns how many orders that were. */
  async settle(): Promise<number> {
    const keys = [...this.unknown]
    for (const idempotencyKey of keys) {
      const { id } = await this.#client.orders.create(this.#order, { idempotencyKey })
      this.acknowledged.set(idempotencyKey, id)
      this.unknown.delete(idempotencyKey)
    }
    return keys.length
  }

  async #create(idempotencyKey: string): Promise<boolean> {
    try {
      const { id } = await this.#client.orders.create(this.#order, { idempotencyKey })
      this.acknowledged.set(idempotencyKey, id)
      return true
    } catch (error) {
      if (!(error instanceof VadiumError)) throw error
      if (error.outcome === 'unknown') this.unknown.add(idempotencyKey)
      else this.refused.set(error.reason, (this.refused.get(error.reason) ?? 0) + 1)
      return false
    }
  }
}
