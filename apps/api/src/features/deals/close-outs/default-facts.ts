import type { CloseOutCause } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { instantText } from '../../../platform/instant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { together } from '../../../platform/writes/together.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { PriceBook } from '../../prices/index.ts'
import { assetsOfSums, calledTogether, calledTogetherWithin } from './called-together.ts'
import type { CloseOutFacts } from './close-out-facts.ts'
import { type KeptHistory, selectHistories } from './deal-history.ts'
import { assetsOf, type DefaultedDeal } from './defaulted-deal.ts'

type Noticed = Pick<DefaultedDeal, 'positionId' | 'notices'> & Parameters<typeof assetsOf>[0]

/** Reads what decides whether defaults of deals are there. */
export class DefaultFacts {
  readonly #prices: PriceBook
  readonly #settlementSeconds: number

  /** @param settlementSeconds how long transfers may be under way where the terms do not say. */
  constructor(prices: PriceBook, settlementSeconds: number) {
    this.#prices = prices
    this.#settlementSeconds = settlementSeconds
  }

  /**
   * For the notices of a deal, which must be locked, and for a cause that is declared now.
   */
  async within(
    tx: WriteTransaction,
    deal: Noticed,
    declared?: CloseOutCause,
  ): Promise<CloseOutFacts> {
    const { nowMs } = tx
    const assets = assetsOf(deal)
    const [prices, held, histories] = await together([
      this.#prices.readWithin(tx, assets, nowMs),
      this.#prices.held(assets, nowMs, tx),
      needsHistory(deal, declared) ? historiesWithin(tx, [deal.positionId]) : [],
    ])
    const known = await calledTogetherWithin(tx, histories, this.#prices)
    const summed = known.histories.flatMap((history) => assetsOfSums(history))
    const heldOfSums = summed.length > 0 ? await this.#prices.held(summed, nowMs, tx) : []
    return {
      nowMs,
      prices: new Map([...known.prices, ...prices]),
      held: new Map([...heldOfSums, ...held]),
      ...this.#of(known.histories),
    }
  }

  /** For the notices of some deals, to be shown. */
  async read(
    database: TenantDatabase,
    tenant: Tenant,
    deals: readonly Noticed[],
    nowMs: number,
  ): Promise<CloseOutFacts | Refusal> {
    const assets = [...new Set(deals.flatMap(assetsOf))]
    const positions = deals.filter((deal) => needsHistory(deal)).map(({ positionId }) => positionId)
    const histories = await historiesFor(database, tenant, [...new Set(positions)], nowMs)
    if (histories instanceof Refusal) return histories
    const known = await calledTogether({ database, tenant, prices: this.#prices, nowMs }, histories)
    if (known instanceof Refusal) return known
    const prices = await this.#prices.read(assets, nowMs)
    const summed = known.histories.flatMap((history) => assetsOfSums(history))
    const held = await this.#prices.held([...new Set([...assets, ...summed])], nowMs)
    return {
      nowMs,
      prices: new Map([...known.prices, ...prices]),
      held,
      ...this.#of(known.histories),
    }
  }

  #of(histories: readonly KeptHistory[]): Pick<CloseOutFacts, 'histories' | 'settlementSeconds'> {
    return {
      histories: new Map(histories.map((history) => [history.positionId, history])),
      settlementSeconds: this.#settlementSeconds,
    }
  }
}

/** The liquidation level depends on nothing that was demanded or sent. */
function needsHistory({ notices }: Pick<Noticed, 'notices'>, declared?: CloseOutCause): boolean {
  const causes = [...notices.map(({ cause }) => cause), ...(declared ? [declared] : [])]
  return causes.some((cause) => cause !== 'LIQUIDATION_LEVEL')
}

async function historiesWithin(
  tx: WriteTransaction,
  positionIds: readonly string[],
): Promise<readonly KeptHistory[]> {
  const { rows } = await tx.query<KeptHistory>(selectHistories, [positionIds, tx.now])
  return rows
}

async function historiesFor(
  database: TenantDatabase,
  tenant: Tenant,
  positionIds: readonly string[],
  nowMs: number,
): Promise<readonly KeptHistory[] | Refusal> {
  if (positionIds.length === 0) return []
  const values = [positionIds, instantText(nowMs)]
  const statement = { name: 'histories of deals', text: selectHistories, values }
  return database.read<KeptHistory>(tenant, statement, 'generic')
}
