import type { LimitedDeal } from '@vadium/margin'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { instantText } from '../../../platform/instant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { KnownPrice, PriceBook } from '../../prices/index.ts'
import { otherSide, type Sides } from '../parties/deal.ts'
import { dealsBetween, fromOtherSide, type LimitsRow, ownLimits } from './limited-deals.ts'
import type { LimitsInEffect, OfferedOrder, UsedLimits } from './limits-in-effect.ts'

/**
 * For how long an acceptance is refused again without looking at the limits of the other side. The
 * clock of this process may be behind that of the one that has refused.
 */
const refusedMs = 600_000

/** The limits of both sides of an order, under their lock. Undefined: a side has none. */
export interface PairLimits {
  readonly own?: UsedLimits
  readonly other?: UsedLimits
  /** Whether an acceptance was refused a short time ago for a limit of the other side. */
  readonly wasRefused: boolean
}

/** What the lock of a pair has found. In a trial: the own limits alone. */
interface LockedLimits {
  readonly limits: readonly LimitsInEffect[]
  readonly wasRefused: boolean
}

/** Reads limits, and the deals and prices by which they are used. */
export class CounterpartyLimitReader {
  readonly #database: TenantDatabase
  readonly #prices: PriceBook

  constructor(database: TenantDatabase, prices: PriceBook) {
    this.#database = database
    this.#prices = prices
  }

  /**
   * The limits of the caller's organization for some counterparties, by their ids. `order` is one
   * whose use is asked for as well. `tx` is given within a write.
   */
  async own(
    tenant: Tenant,
    counterpartyIds: readonly string[],
    nowMs: number,
    {
      orders = [],
      tx,
    }: { readonly orders?: readonly Assets[]; readonly tx?: WriteTransaction } = {},
  ): Promise<ReadonlyMap<string, UsedLimits> | Refusal> {
    if (counterpartyIds.length === 0) return new Map()
    const statement = ownLimits(tenant.organizationId, counterpartyIds)
    const rows =
      tx === undefined
        ? await this.#database.read<LimitsRow>(tenant, statement, 'generic')
        : await tx.rowsOf<LimitsRow>(statement)
    if (rows instanceof Refusal || rows.length === 0)
      return rows instanceof Refusal ? rows : new Map()
    return this.#used(rows, orders, nowMs, tx)
  }

  /** The own limits for one counterparty, in a write, with what an order needs. */
  async ownWithin(
    tx: WriteTransaction,
    counterpartyId: string,
    orders: readonly Assets[] = [],
  ): Promise<UsedLimits | undefined> {
    const rows = await this.rowsWithin(tx, counterpartyId)
    return this.usedWithin(tx, rows, orders)
  }

  /** The own limits for some counterparties, by their ids, in a write. */
  async ownOfAll(
    tx: WriteTransaction,
    counterpartyIds: readonly string[],
  ): Promise<ReadonlyMap<string, UsedLimits>> {
    if (counterpartyIds.length === 0) return new Map()
    const rows = await tx.rowsOf<LimitsRow>(ownLimits(tx.organizationId, counterpartyIds))
    return rows.length === 0 ? new Map() : this.#used(rows, [], tx.nowMs, tx)
  }

  /** The first half of {@link ownWithin}, which needs no order. */
  rowsWithin(tx: WriteTransaction, counterpartyId: string): Promise<LimitsRow[]> {
    return tx.rowsOf<LimitsRow>(ownLimits(tx.organizationId, [counterpartyId]))
  }

  /** The second half: reads prices, if there are limits. */
  async usedWithin(
    tx: WriteTransaction,
    rows: readonly LimitsRow[],
    orders: readonly Assets[],
  ): Promise<UsedLimits | undefined> {
    const [row] = rows
    if (row === undefined) return undefined
    const used = await this.#used(rows, orders, tx.nowMs, tx)
    return used.get(row.counterpartyId)
  }

  /**
   * Locks the limits for a counterparty, and its own. Waits until no acceptance between the two is
   * under way, and keeps new ones waiting.
   */
  async lockPair(tx: WriteTransaction, counterpartyId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(limits_lock($1, $2))', [
      tx.organizationId,
      counterpartyId,
    ])
  }

  /**
   * Locks the limits between the sides of an order, and reads those that are in effect. While there
   * are none, transactions share the lock. The deal must be locked before, and no other lock with a
   * name may be taken after it. A trial always shares the lock, so that nobody learns from waiting
   * whether the other side has limits; where there are any, it must be undone.
   */
  async lock(
    tx: WriteTransaction,
    { id, ...sides }: Sides & { readonly id: string },
  ): Promise<LockedLimits> {
    const lock = tx.isTrial ? 'share_limits_between' : 'lock_limits_between'
    const row = await tx.row<LockedLimits>(
      `SELECT ${lock}($1, $2) AS limits, EXISTS (
         SELECT FROM limit_refusals r WHERE r.order_id = $3
           AND r.refused_at > $4 AND r.refused_at <= $5) AS "wasRefused"`,
      [
        tx.organizationId,
        otherSide(sides, tx.organizationId),
        id,
        instantText(tx.nowMs - refusedMs),
        instantText(tx.nowMs + refusedMs),
      ],
    )
    if (row === undefined) throw new Error('the limits of a pair were not locked')
    if (row.limits.length === 0 || !tx.takesProvisional()) return row
    const own = row.limits.filter((one) => one.organizationId === tx.organizationId)
    return { ...row, limits: own }
  }

  /** What decides how much of locked limits is used. */
  async ofPair(
    tx: WriteTransaction,
    order: OfferedOrder,
    { limits, wasRefused }: LockedLimits,
  ): Promise<PairLimits> {
    if (limits.length === 0) return { wasRefused }
    const counterpartyId = otherSide(order, tx.organizationId)
    // A statement of its own: it sees the deals of those for whom the lock has waited.
    const row = await tx.row<{ deals: LimitedDeal[] }>(
      `SELECT ${dealsBetween('$1::uuid', '$2::uuid')} AS deals`,
      [tx.organizationId, counterpartyId],
    )
    const deals = row?.deals ?? []
    const assets = assetsOf([...deals, order])
    const prices = pricesOnly(await this.#prices.known(assets, tx.nowMs, tx))
    const used = (organizationId: string, ofThem: readonly LimitedDeal[]) => {
      const found = limits.find((one) => one.organizationId === organizationId)
      return found && { limits: found, deals: ofThem, prices }
    }
    const own = used(tx.organizationId, deals)
    const other = used(counterpartyId, fromOtherSide(deals))
    return { ...(own && { own }), ...(other && { other }), wasRefused }
  }

  async #used(
    rows: readonly LimitsRow[],
    orders: readonly Assets[],
    nowMs: number,
    tx: WriteTransaction | undefined,
  ): Promise<ReadonlyMap<string, UsedLimits>> {
    const assets = assetsOf([...rows.flatMap(({ deals }) => deals), ...orders])
    const prices = pricesOnly(await this.#prices.known(assets, nowMs, tx))
    return new Map(
      rows.map(({ deals, ...limits }) => [limits.counterpartyId, { limits, deals, prices }]),
    )
  }
}

type Assets = Pick<LimitedDeal, 'asset' | 'collateralAsset'>

const assetsOf = (deals: readonly Assets[]) => [
  ...new Set(deals.flatMap(({ asset, collateralAsset }) => [asset, collateralAsset])),
]

const pricesOnly = (known: ReadonlyMap<string, KnownPrice>) =>
  new Map([...known].map(([asset, { priceUsd }]) => [asset, priceUsd]))
