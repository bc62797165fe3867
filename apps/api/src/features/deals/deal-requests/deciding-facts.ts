import type { Tenant } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { Facts } from '../lifecycle/lifecycle.ts'
import {
  type DefaultsReader,
  positionsWithNotice,
  type PossiblyDeclared,
} from '../parties/declared-defaults.ts'

/** Reads what decides about requests of one kind besides themselves. */
export interface DecidingFacts<Request> {
  /** For an organization that reads the requests. */
  read(tenant: Tenant, requests: readonly Request[], nowMs: number): Promise<Facts | Refusal>

  /** The same within a write. */
  within(tx: WriteTransaction, requests: readonly Request[]): Promise<Facts>
}

/** The declared defaults of their deals, which decide about requests of every kind. */
export class DeclaredFacts implements DecidingFacts<PossiblyDeclared> {
  readonly #defaults: DefaultsReader

  constructor(defaults: DefaultsReader) {
    this.#defaults = defaults
  }

  async read(
    tenant: Tenant,
    requests: readonly PossiblyDeclared[],
    nowMs: number,
  ): Promise<Facts | Refusal> {
    const positionIds = positionsWithNotice(requests)
    if (positionIds.length === 0) return { nowMs }
    const declared = await this.#defaults.read(tenant, positionIds, nowMs)
    return declared instanceof Refusal ? declared : { nowMs, defaults: declared }
  }

  async within(tx: WriteTransaction, requests: readonly PossiblyDeclared[]): Promise<Facts> {
    const { nowMs } = tx
    const positionIds = positionsWithNotice(requests)
    if (positionIds.length === 0) return { nowMs }
    return { nowMs, defaults: await this.#defaults.within(tx, positionIds) }
  }
}
