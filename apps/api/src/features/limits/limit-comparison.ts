import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import {
  clearDeadline,
  type CounterpartyLimitReader,
  type DeadlineHandlers,
  dueTime,
  exceededLimits,
  notifyOfExceeded,
  recordExceeded,
  setDeadline,
} from '../deals/index.ts'
import { nextMarketCut } from '../prices/index.ts'
import type { LimitRepository, LockedLimits } from './limit.repository.ts'

interface Parts {
  readonly limits: LimitRepository
  readonly reader: CounterpartyLimitReader
  /** The time of the daily market cut, `HH:MM` in UTC. */
  readonly cutTime: string
}

/**
 * Compares limits with their use when they are set and after each market cut, and notifies
 * the organization once of each that is newly exceeded. Of all cuts that were missed there is one
 * comparison, at the prices of then.
 */
export class LimitComparison {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  handlers() {
    return {
      counterparty_limits: { expire: (tx, id) => this.#cut(tx, id) },
    } satisfies DeadlineHandlers
  }

  /**
   * Compares now, and has it done again after the next market cut; unless no limit is left. The
   * pair must be locked.
   */
  async compare(tx: WriteTransaction, { id, counterpartyId }: Omit<LockedLimits, 'version'>) {
    const { limits, reader, cutTime } = this.#parts
    const own = await reader.ownWithin(tx, counterpartyId)
    if (own === undefined) {
      await limits.forgetExceeded(tx, counterpartyId, [])
      await clearDeadline(tx, 'counterparty_limits', id)
      return
    }
    const exceeded = exceededLimits(own)
    const names = exceeded.map(({ name }) => name)
    await limits.forgetExceeded(tx, counterpartyId, names)
    const began = new Set(await recordExceeded(tx, own.limits, exceeded))
    const newly = exceeded.filter(({ name }) => began.has(name))
    if (newly.length > 0) await notifyOfExceeded(tx, own.limits, newly)
    await setDeadline(tx, {
      kind: 'counterparty_limits',
      resourceId: id,
      // No other organization learns of it.
      lenderId: tx.organizationId,
      borrowerId: tx.organizationId,
      dueAt: new Date(nextMarketCut(tx.nowMs, cutTime)).toISOString(),
      warnAt: null,
    })
  }

  /** False: it has set the next deadline, or none is left. */
  async #cut(tx: WriteTransaction, id: string): Promise<boolean> {
    const { limits, reader } = this.#parts
    const found = await limits.find(tx, id)
    if (found === undefined) return true
    await reader.lockPair(tx, found.counterpartyId)
    const dueAt = await dueTime(tx, 'counterparty_limits', id)
    if (dueAt === undefined || Date.parse(dueAt) > tx.nowMs) return false
    await this.compare(tx, found)
    return false
  }
}
