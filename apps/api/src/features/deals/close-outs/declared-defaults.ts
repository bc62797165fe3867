import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type {
  DeclaredDefaults,
  DefaultsByPosition,
  DefaultsReader,
} from '../parties/declared-defaults.ts'
import { type CloseOutFacts, defaultFact } from './close-out-facts.ts'
import type { DefaultFacts } from './default-facts.ts'
import { type DefaultedDeal, defaultedColumns, defaultedTables } from './defaulted-deal.ts'

/** Reads which sides of deals are in default by a notice. */
export class DeclaredDefaultsReader implements DefaultsReader {
  readonly #database: TenantDatabase
  readonly #facts: DefaultFacts

  constructor(database: TenantDatabase, facts: DefaultFacts) {
    this.#database = database
    this.#facts = facts
  }

  async read(
    tenant: Tenant,
    positionIds: readonly string[],
    nowMs: number,
  ): Promise<DefaultsByPosition | Refusal> {
    if (positionIds.length === 0) return new Map()
    const statement = {
      name: 'defaulted deals',
      text: `${selectDeals} AND $2 IN (o.lender_id, o.borrower_id)`,
      values: [positionIds, tenant.organizationId],
    }
    const deals = await this.#database.read<DefaultedDeal>(tenant, statement, 'generic')
    if (deals instanceof Refusal) return deals
    const facts = await this.#facts.read(this.#database, tenant, deals, nowMs)
    if (facts instanceof Refusal) return facts
    return new Map(deals.map((deal) => [deal.positionId, declaredDefaults(deal, facts)]))
  }

  async within(tx: WriteTransaction, positionIds: readonly string[]): Promise<DefaultsByPosition> {
    const found = new Map<string, DeclaredDefaults>()
    if (positionIds.length === 0) return found
    const { rows: deals } = await tx.query<DefaultedDeal>(selectDeals, [positionIds])
    for (const deal of deals.filter(({ notices }) => notices.length > 0)) {
      found.set(deal.positionId, declaredDefaults(deal, await this.#facts.within(tx, deal)))
    }
    return found
  }
}

const selectDeals = `SELECT ${defaultedColumns} FROM ${defaultedTables} WHERE p.id = ANY ($1)`

/** The sides of a deal against which a notice is open whose cause is there or is not known. */
function declaredDefaults(deal: DefaultedDeal, facts: CloseOutFacts): DeclaredDefaults {
  const { lenderId, borrowerId, notices } = deal
  const noticeOf = (declarerId: string) => {
    const found = notices.find(
      ({ creatorId, cause }) =>
        creatorId === declarerId && defaultFact(deal, { cause, declarerId }, facts).holds !== false,
    )
    return found?.id ?? null
  }
  return { borrower: noticeOf(lenderId), lender: noticeOf(borrowerId) }
}
