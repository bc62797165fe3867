import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { RevaluationMeter } from './revaluation-meter.ts'
import type { PriceBook } from '../../prices/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type RecurringWork, runOnSignal } from '../../../platform/recurring-work.ts'
import { Signal } from '../../../platform/signal.ts'
import type { Deal, WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { Writes } from '../../../platform/writes/writes.ts'
import { ChangedDeals } from './changed-deals.ts'
import { type PositionFigures, PositionValuer, pricedAssets } from './position-figures.ts'
import {
  allAssets,
  beginRevaluation,
  type Found,
  keepReached,
  lendersToRevalue,
  type LeveledPosition,
  lockLevels,
  positionsOfOrders,
  positionsToDecide,
  positionsToNotify,
} from './level.repository.ts'
import { notifyReachedLevels, type Valuation } from './reached-levels.ts'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  readonly prices: PriceBook
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly meter: RevaluationMeter
  /**
   * Whether both sides are notified as soon as a level is reached. A sandbox notifies them at each
   * step instead, so that its history does not depend on the speed of a loop.
   */
  readonly notifiesAtOnce: boolean
}

const batchSize = 1000
/** How many positions are found at once. */
const foundMax = 10_000
/** With more changed deals than this, everything is compared. */
const changedDealsMax = 10_000
const idleMs = 60_000

/**
 * Keeps which levels of coverage positions have reached, and notifies both sides. A price change
 * decides the positions for which what is reached differs from what the prices say, and no others.
 * A change of a deal decides its position. Candidates are found across lenders, and decided lender
 * by lender in the name of each, one batch in a transaction, which reads prices and quantities only
 * while it holds the locks. After its last batch it looks again, so of two processes that decide at
 * once, the later one corrects what the other has decided by older prices. Work that is lost with a
 * process is done at the next change of such a price, by any process, and at the next start.
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

  /** Returns at once. The positions on these assets are decided by the running loop. */
  pricesChanged(assets: readonly string[]): void {
    for (const asset of assets) this.#assets.add(asset)
    this.#signal.send()
  }

  /** The quantities or the state of a position may have changed. */
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
   * Decides what has changed so far, after any run in progress.
   * @returns the number of positions that it valued.
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
      const byDeals = await this.#decideDeals(deals)
      const changed = everything ? await allAssets(this.#parts.pool) : [...assets]
      const byPrices = changed.length > 0 ? await this.decide(changed) : 0
      return byDeals + byPrices
    } catch (error) {
      // After a failure, everything of this run is decided again.
      this.#everything ||= everything
      for (const asset of assets) this.#assets.add(asset)
      for (const deal of deals.all()) this.#deals.add(deal)
      throw error
    }
  }

  /**
   * Decides the positions with one of these assets whose levels differ at current prices.
   * @returns how many were valued.
   */
  async decide(changed: readonly string[]): Promise<number> {
    const { pool, prices, clock } = this.#parts
    /** Positions at a level that do not differ. They are found again and again. */
    const equal = new Set<string>()
    let count = 0
    for (;;) {
      const found = await positionsToDecide(
        pool,
        changed,
        await prices.readCurrent(clock.now()),
        equal,
        foundMax,
      )
      if (found.length === 0) return count
      for (const [lenderId, batch] of batches(found)) {
        if (this.#stopping) return count
        const differing = await this.#batch(lenderId, () => Promise.resolve(batch))
        for (const id of batch) if (!differing.has(id)) equal.add(id)
        count += batch.length
      }
    }
  }

  /** Notifies both sides of the reached levels of which they have no notification. */
  async notifyLevels(): Promise<void> {
    const { pool, writes } = this.#parts
    for (const lenderId of await lendersToRevalue(pool, await allAssets(pool))) {
      await writes.byService(lenderId, async (tx) => {
        await beginRevaluation(tx)
        const positions = await lockLevels(tx, await positionsToNotify(tx))
        if (positions.length > 0) await notifyReachedLevels(tx, await this.#valued(tx, positions))
      })
    }
  }

  async #decideDeals(deals: ChangedDeals): Promise<number> {
    let count = 0
    for (const [lenderId, orderIds] of deals.byLender) {
      const all = [...orderIds]
      for (let i = 0; i < all.length && !this.#stopping; i += batchSize) {
        const some = all.slice(i, i + batchSize)
        await this.#batch(lenderId, async (tx) => {
          const ids = await positionsOfOrders(tx, some)
          count += ids.length
          return ids
        })
      }
    }
    return count
  }

  /**
   * Decides some positions of a lender in one transaction.
   * @returns those for which something has changed.
   */
  async #batch(
    lenderId: string,
    choose: (tx: WriteTransaction) => Promise<readonly string[]>,
  ): Promise<ReadonlySet<string>> {
    return this.#parts.writes.byKeys(lenderId, async (tx) => {
      await beginRevaluation(tx)
      const valuations = await this.#valued(tx, await lockLevels(tx, await choose(tx)))
      const differing = valuations.filter(differs)
      await keepReached(tx, differing.map(reachedNow))
      if (this.#parts.notifiesAtOnce) await notifyReachedLevels(tx, valuations)
      return new Set(differing.map(({ position }) => position.id))
    })
  }

  /** Positions at current prices. The levels must be locked. */
  async #valued(tx: WriteTransaction, positions: readonly LeveledPosition[]): Promise<Valuation[]> {
    const readings = await this.#parts.prices.readWithin(tx, pricedAssets(positions), tx.nowMs)
    const valuer = new PositionValuer(readings)
    return positions.flatMap((position) => {
      const figures = this.#figures(valuer, position)
      return figures === undefined ? [] : [{ position, figures }]
    })
  }

  /** A position that cannot be valued must not hold up the others. */
  #figures(valuer: PositionValuer, position: LeveledPosition): PositionFigures | undefined {
    try {
      return valuer.figures(position)
    } catch (err) {
      this.#parts.logger.error({ err, position_id: position.id }, 'valuing a position failed')
      return undefined
    }
  }
}

/** At most `batchSize` ids at once, because a batch is one transaction. */
function* batches(found: readonly Found[]): Generator<[lenderId: string, ids: string[]]> {
  const byLender = new Map<string, string[]>()
  for (const { lenderId, positionId } of found) {
    const ids = byLender.get(lenderId) ?? []
    byLender.set(lenderId, ids)
    ids.push(positionId)
  }
  for (const [lenderId, ids] of byLender) {
    for (let i = 0; i < ids.length; i += batchSize) yield [lenderId, ids.slice(i, i + batchSize)]
  }
}

function differs({ position, figures }: Valuation): boolean {
  const { marginCallReached, liquidationReached } = figures
  return (
    (marginCallReached ?? position.marginCallReached) !== position.marginCallReached ||
    (liquidationReached ?? position.liquidationReached) !== position.liquidationReached
  )
}

/** Without a price nothing changes. */
function reachedNow({ position, figures }: Valuation) {
  return {
    positionId: position.id,
    marginCall: figures.marginCallReached ?? position.marginCallReached,
    liquidation: figures.liquidationReached ?? position.liquidationReached,
  }
}
