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
   * Whether who has come down to a level of coverage is told with the figures. Where time moves step by step, that is
   * asked for at each step, or it would hang on the pace of a loop.
   */
  readonly tellsAtOnce: boolean
}

const batchSize = 1000
/** More changes than this at once are met by valuing everything. */
const changedDealsMax = 10_000
const idleMs = 60_000

/**
 * Keeps the figures by which positions are looked for: after a change of a price those of all positions with
 * that asset, and after a change of a deal those of its position. It works lender by lender, in the name of each, a batch
 * a transaction, and reads prices and quantities only when it has the turn on the lender's figures: so of two
 * processes that value at once the later one writes what is at least as new. What is left undone, because a
 * process has died, is done with the next change of the price, or with the next start.
 */
export class RevaluationService {
  readonly #parts: Parts
  readonly #signal = new Signal()
  #everything = false
  #assets = new Set<string>()
  #deals = new ChangedDeals()
  #turn: Promise<unknown> = Promise.resolve()
  /** Breaks a long pass off between two batches. */
  #stopping = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** These assets have another price than before. */
  pricesChanged(assets: readonly string[]): void {
    for (const asset of assets) this.#assets.add(asset)
    this.#signal.send()
  }

  /** What a position holds, what is on its way, or what stands against marking it may be another than before. */
  dealChanged(deal: Deal): void {
    if (this.#deals.count < changedDealsMax) this.#deals.add(deal)
    else this.#everything = true
    this.#signal.send()
  }

  /** Nobody knows what has changed, as at a start. */
  everythingChanged(): void {
    this.#everything = true
    this.#signal.send()
  }

  /** Values what has changed until now, once whoever is at it has finished. How many positions. */
  async runPending(): Promise<number> {
    const run = this.#turn.then(() => this.#parts.meter.timed(() => this.#run()))
    this.#turn = run.catch(() => undefined)
    return run
  }

  /** Values what changes, again and again, until it is stopped. */
  start(): RecurringWork {
    this.everythingChanged()
    const work = runOnSignal({
      signal: this.#signal,
      run: async () => {
        await this.runPending()
        return false
      },
      idleMs,
      failed: (err) => this.#parts.logger.error({ err }, 'positions could not be revalued'),
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
      // Nothing is forgotten: what was done of it is done again.
      this.#everything ||= everything
      for (const asset of assets) this.#assets.add(asset)
      for (const deal of deals.all()) this.#deals.add(deal)
      throw error
    }
  }

  /** Values all positions with one of these assets, at the prices of now. How many. */
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

  /** Tells of the levels that positions have come down to, by the figures that are kept. */
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

  /** Values the positions of some orders of a lender in one transaction. Which orders. */
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
      if (this.#parts.tellsAtOnce) {
        await notifyReachedLevels(
          tx,
          valuations.map(({ position }) => position.id),
        )
      }
      return orderIds
    })
  }

  /** A position that cannot be valued is a fault of its own, and must not keep others from it. */
  #figures(valuer: PositionValuer, position: RevaluedPosition): PositionFigures | undefined {
    try {
      return valuer.figures(position)
    } catch (err) {
      this.#parts.logger.error({ err, position_id: position.id }, 'a position could not be valued')
      return undefined
    }
  }
}

/** Deals that have changed, each once. */
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
