import type { Custodian } from '@vadium/schema'
import type { Tenant } from '../../../platform/db/tenant.ts'
import type { PageBounds } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { CustodianRepository } from './custodian.repository.ts'

/** The custodians of this installation. */
export class CustodianService {
  readonly #custodians: CustodianRepository
  readonly #adapters: readonly string[]

  /** `adapters` are the adapters that this installation is configured for. */
  constructor(custodians: CustodianRepository, adapters: readonly string[]) {
    this.#custodians = custodians
    this.#adapters = adapters
  }

  exists(id: string): Promise<boolean> {
    return this.#custodians.exists(id)
  }

  /**
   * Like {@link exists}, in the caller's transaction: waiting for a second connection could
   * deadlock.
   */
  isKnown(tx: WriteTransaction, id: string): Promise<boolean> {
    return this.#custodians.isKnown(tx, id)
  }

  identifiers(): Promise<string[]> {
    return this.#custodians.identifiers()
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<Custodian> | Refusal> {
    return this.#custodians.page(tenant, bounds)
  }

  /** The adapter must be configured: a custodian without one would prevent the next start. */
  async create(tx: WriteTransaction, custodian: Custodian): Promise<Custodian | Refusal> {
    if (!this.#adapters.includes(custodian.adapter)) {
      return new Refusal('VALUE_INVALID', [
        {
          field: 'adapter',
          issue: 'is not configured in this installation',
          allowed: [...this.#adapters],
        },
      ])
    }
    if (await this.#custodians.insert(tx, custodian)) return custodian
    return new Refusal('ALREADY_EXISTS', [{ field: 'id', issue: 'belongs to a custodian' }])
  }
}
