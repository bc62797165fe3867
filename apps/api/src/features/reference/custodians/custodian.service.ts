import type { Custodian } from '@vadium/schema'
import type { Tenant } from '../../../platform/db/tenant.ts'
import type { PageBounds } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { CustodianRepository } from './custodian.repository.ts'

/** The custody providers that this installation knows. */
export class CustodianService {
  readonly #custodians: CustodianRepository
  readonly #adapters: readonly string[]

  /** `adapters` are those for which this installation has what they need. */
  constructor(custodians: CustodianRepository, adapters: readonly string[]) {
    this.#custodians = custodians
    this.#adapters = adapters
  }

  exists(id: string): Promise<boolean> {
    return this.#custodians.exists(id)
  }

  /** As {@link exists}, within a transaction: a second connection could be waited for in vain. */
  isKnown(tx: WriteTransaction, id: string): Promise<boolean> {
    return this.#custodians.isKnown(tx, id)
  }

  identifiers(): Promise<string[]> {
    return this.#custodians.identifiers()
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<Custodian> | Refusal> {
    return this.#custodians.page(tenant, bounds)
  }

  /** One whose adapter could not be opened would keep the service from its next start. */
  async create(tx: WriteTransaction, custodian: Custodian): Promise<Custodian | Refusal> {
    if (!this.#adapters.includes(custodian.adapter)) {
      return new Refusal('VALUE_INVALID', [
        {
          field: 'adapter',
          issue: 'is not set up in this installation',
          allowed: [...this.#adapters],
        },
      ])
    }
    if (await this.#custodians.insert(tx, custodian)) return custodian
    return new Refusal('ALREADY_EXISTS', [{ field: 'id', issue: 'is that of a custodian' }])
  }
}
