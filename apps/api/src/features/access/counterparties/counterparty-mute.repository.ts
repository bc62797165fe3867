import type { CounterpartyMute } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { type PageBounds, readByKey } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

export class CounterpartyMuteRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<CounterpartyMute> | Refusal> {
    return readByKey<CounterpartyMute>(
      this.#database,
      tenant,
      {
        name: 'muted counterparties',
        select: `SELECT m.counterparty_id, o.name AS counterparty_name, m.muted_at AS mute_time
          FROM counterparty_mutes m JOIN organizations o ON o.id = m.counterparty_id
          WHERE m.organization_id = $1`,
        values: [tenant.organizationId],
        column: 'm.counterparty_id',
        type: 'uuid',
        key: ({ counterparty_id }) => counterparty_id,
      },
      bounds,
    )
  }

  /** False if it was already muted. */
  async insert(tx: WriteTransaction, counterpartyId: string): Promise<boolean> {
    const { rowCount } = await tx.query(
      `INSERT INTO counterparty_mutes (organization_id, counterparty_id, muted_at)
       VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [tx.organizationId, counterpartyId, tx.now],
    )
    return rowCount === 1
  }

  /** False if it was not muted. */
  async delete(tx: WriteTransaction, counterpartyId: string): Promise<boolean> {
    const { rowCount } = await tx.query(
      'DELETE FROM counterparty_mutes WHERE organization_id = $1 AND counterparty_id = $2',
      [tx.organizationId, counterpartyId],
    )
    return rowCount === 1
  }
}
