import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { RevaluationMeter } from './revaluation-meter.ts'
import type { PriceBook } from '../../prices/index.ts'
import { type RecurringWork, runOnSignal } from '../../../platform/recurring-work.ts'
import { Signal } from '../../../platform/signal.ts'
import type { Deal, WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { Writes } from '../../../platform/writes/writes.ts'
import { type PositionFigures, PositionValuer, pricedAssets } from './position-figures.ts'
import {
  allAssets,
  beginRevaluation,
  lendersToRevalue,
  nextLiveOrders,
  positionsOfOrders,
  type RevaluedPosition,
  type Valuation,
  writeFigures,
} from './position-figures.repository.ts'
import { notifyReachedLevels } from './reached-levels.ts'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  readonly prices: PriceBook
  readonly logger: FastifyBaseLogger
  readonly meter: RevaluationMeter
  /**
   * Whether reached levels are notified together with the figures. A sandbox notifies at each step
   * instead, so that its history does not depend on the speed of a loop.
   */
  readonly notifiesAtOnce: boolean
}

const batchSize = 1000
/** With more changed deals than this, all positions are revalued. */
const changedDealsMax = 10_000
const idleMs = 60_000

/**
 * Keeps the figures that positions are filtered by. After a price change it values all positions
 * with that asset, and after a change of a deal its position. It works lender by lender, in the
 * name of each, one batch in a transaction. It reads prices and quantities only while it holds the
 * lock on the lender's figures, so of two processes that value at once, the later one writes data
 * that is at least as new. Work that is lost with a process is done at the next price change, or at
 * the next start.
 */
export class RevaluationService {
  readonly #parts: Parts
  readonly #signal = new Signal()
  #everything = false
  #assets = new Set<string>()
  #deals = new ChangedDeals()
  #lastRun: Promise<unknown> = Promise.resolve()
  /** Stops a long run between two batches. */
  #stopping = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The prices of these assets have changed. */
  pricesChanged(assets: readonly string[]): void {
    for (const asset of assets) this.#assets.add(asset)
    this.#signal.send()
  }

  /** The quantities, transfers or blockers of a position may have changed. */
  dealChanged(deal: Deal): void {
    if (this.#deals.count < changedDealsMax) this.#deals.add(deal)
    else this.#everything = true
    this.#signal.send()
  }

  /** Anything may have changed, as after a start. */
  everythingChanged(): void {
    this.#everything = true
    this.#signal.send()
  }

  /**
   * Values what has changed so far, after any run in progress.
   * @returns the number of positions.
   */
  async runPending(): Promise<number> {
    const run = this.#lastRun.then(() => this.#parts.meter.timed(() => this.#run()))
    this.#lastRun = run.catch(() => undefined)
    return run
  }

  /** Runs periodically until it is stopped. */
  start(): RecurringWork {
    this.everythingChanged()
    const work = runOnSignal({
      signal: this.#signal,
      run: async () => {
        await this.runPending()
        return false
      },
      idleMs,
      failed: (err) => this.#parts.logger.error({ err }, 'revaluation failed'),
    })
    return {
      stop: async () => {
        this.#stopping = true
        await work.stop()
      },
    }
  }

  async #run(): Promise<number> {
    const [everything, assets, deals] = [this.#everything, this.#assets, this.#deals]
    this.#everything = false
    this.#assets = new Set()
    this.#deals = new ChangedDeals()
    try {
      const { pool } = this.#parts
      const priced = everything ? await allAssets(pool) : [...assets]
      const byPrice = priced.length > 0 ? await this.revalue(priced) : 0
      return byPrice + (await this.#revalueDeals(deals))
    } catch (error) {
      // After a failure, everything of this run is valued again.
      this.#everything ||= everything
      for (const asset of assets) this.#assets.add(asset)
      for (const deal of deals.all()) this.#deals.add(deal)
      throw error
    }
  }

  /**
   * Values all positions with one of these assets at current prices.
   * @returns their number.
   */
  async revalue(assets: readonly string[]): Promise<number> {
    let count = 0
    for (const lenderId of await lendersToRevalue(this.#parts.pool, assets)) {
      let after: string | undefined
      do {
        if (this.#stopping) return count
        const from = after
        const orderIds = await this.#batch(lenderId, (tx) =>
          nextLiveOrders(tx, assets, from, batchSize),
        )
        count += orderIds.length
        after = orderIds.length === batchSize ? orderIds.at(-1) : undefined
      } while (after !== undefined)
    }
    return count
  }

  /** Notifies of the levels that positions have fallen to, by the stored figures. */
  async notifyLevels(): Promise<void> {
    const { pool, writes } = this.#parts
    for (const lenderId of await lendersToRevalue(pool, await allAssets(pool))) {
      await writes.byService(lenderId, async (tx) => {
        await beginRevaluation(tx)
        await notifyReachedLevels(tx)
      })
    }
  }

  async #revalueDeals(deals: ChangedDeals): Promise<number> {
    let count = 0
    for (const [lenderId, orderIds] of deals.byLender) {
      const all = [...orderIds]
      for (let i = 0; i < all.length && !this.#stopping; i += batchSize) {
        const some = all.slice(i, i + batchSize)
        count += (await this.#batch(lenderId, () => Promise.resolve(some))).length
      }
    }
    return count
  }

  /**
   * Values the positions of some orders of a lender in one transaction.
   * @returns the orders.
   */
  async #batch(
    lenderId: string,
    choose: (tx: WriteTransaction) => Promise<string[]>,
  ): Promise<string[]> {
    const { writes, prices } = this.#parts
    return writes.byService(lenderId, async (tx) => {
      await beginRevaluation(tx)
      const orderIds = await choose(tx)
      if (orderIds.length === 0) return orderIds
      const positions = await positionsOfOrders(tx, orderIds)
      const readings = await prices.readWithin(tx, pricedAssets(positions), tx.nowMs)
      const valuer = new PositionValuer(readings)
      const valuations = positions.flatMap((position): Valuation[] => {
        const figures = this.#figures(valuer, position)
        return figures === undefined ? [] : [{ position, figures }]
      })
      if (valuations.length === 0) return orderIds
      await writeFigures(tx, valuations)
      if (this.#parts.notifiesAtOnce) {
        await notifyReachedLevels(
          tx,
          valuations.map(({ position }) => position.id),
        )
      }
      return orderIds
    })
  }

  /** A position that cannot be valued must not hold up the others. */
  #figures(valuer: PositionValuer, position: RevaluedPosition): PositionFigures | undefined {
    try {
      return valuer.figures(position)
    } catch (err) {
      this.#parts.logger.error({ err, position_id: position.id }, 'valuing a position failed')
      return undefined
    }
  }
}

/** The deals that have changed, each once. */
class ChangedDeals {
  readonly byLender = new Map<string, Set<string>>()
  #count = 0

  get count(): number {
    return this.#count
  }

  add({ orderId, lenderId }: Deal): void {
    const known = this.byLender.get(lenderId) ?? new Set()
    this.byLender.set(lenderId, known)
    if (known.has(orderId)) return
    known.add(orderId)
    this.#count += 1
  }

  all(): Deal[] {
    return [...this.byLender].flatMap(([lenderId, orderIds]) =>
      [...orderIds].map((orderId) => ({ orderId, lenderId })),
    )
  }
}
