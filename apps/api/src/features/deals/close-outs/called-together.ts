import type { CalledTogether } from '@vadium/margin'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { PriceBook, PriceReading } from '../../prices/index.ts'
import { terminatedId } from '../positions/terminated-close-out.ts'
import { termsJson } from '../positions/position-columns.ts'
import { marginTermsOf, type PositionTerms } from '../positions/valued-position.ts'
import type { KeptHistory } from './deal-history.ts'
import { isOnChain } from './instructed-columns.ts'

const onChainFrom = (sender: string) => `(
  SELECT trim_scale(coalesce(sum(t.quantity), 0))::text FROM transfers t
  WHERE t.order_id = o.id AND t.leg = 'collateral' AND ${isOnChain}
    AND t.sender_organization_id = ${sender})`

/** A deal of a call set that is not over. Decimals are strings. */
interface CalledRow {
  readonly callSetId: string
  readonly positionId: string
  readonly asset: string
  readonly collateralAsset: string
  readonly collateralDecimals: number
  readonly terms: PositionTerms
  readonly lent: string
  readonly collateral: string
  readonly deliveriesOnChain: string
  readonly returnsOnChain: string
}

/** Selects the deals of call sets, an array of ids `$1`. Nobody locks them. */
const selectCalled = `
  SELECT s.id AS "callSetId", p.id AS "positionId", o.asset,
    o.collateral_asset AS "collateralAsset", c.decimals AS "collateralDecimals", ${termsJson} AS terms,
    trim_scale(p.asset_quantity)::text AS lent,
    trim_scale(p.collateral_quantity)::text AS collateral,
    ${onChainFrom('o.borrower_id')} AS "deliveriesOnChain",
    ${onChainFrom('o.lender_id')} AS "returnsOnChain"
  FROM call_sets s
  JOIN mark_to_market_requests r ON r.call_set_id = s.id
  JOIN positions p ON p.id = r.position_id
  JOIN orders o ON o.id = p.order_id
  JOIN margin_terms m ON m.id = o.terms_id
  JOIN assets c ON c.symbol = o.collateral_asset
  WHERE s.id = ANY ($1) AND o.status IN ('ACTIVE', 'CLOSING')
    AND ${terminatedId} IS NULL`

interface Reading {
  readonly database: TenantDatabase
  readonly tenant: Tenant
  readonly prices: PriceBook
  readonly nowMs: number
}

/** Histories with the other deals of their call sets, where sums decide. */
export async function calledTogether(
  { database, tenant, prices, nowMs }: Reading,
  histories: readonly KeptHistory[],
): Promise<readonly KeptHistory[] | Refusal> {
  const ids = callSetsOf(histories)
  if (ids.length === 0) return histories
  const statement = { name: 'deals of call sets', text: selectCalled, values: [ids] }
  const called = await database.read<CalledRow>(tenant, statement, 'generic')
  if (called instanceof Refusal) return called
  const readings = await prices.read(assetsOf(called), nowMs)
  return histories.map((history) => withCalled(history, called, readings))
}

/** The same within a write. Only the deal of the write is locked. */
export async function calledTogetherWithin(
  tx: WriteTransaction,
  histories: readonly KeptHistory[],
  prices: PriceBook,
): Promise<readonly KeptHistory[]> {
  const ids = callSetsOf(histories)
  if (ids.length === 0) return histories
  const { rows: called } = await tx.query<CalledRow>(selectCalled, [ids])
  const readings = await prices.readWithin(tx, assetsOf(called), tx.nowMs)
  return histories.map((history) => withCalled(history, called, readings))
}

/** The call sets whose sums decide: those of deals whose minimum applies to the agreement. */
function callSetsOf(histories: readonly KeptHistory[]): string[] {
  const ids = histories
    .filter(({ minimumAppliesTo }) => minimumAppliesTo === 'agreement')
    .flatMap(({ requests }) => requests.flatMap(({ callSetId }) => callSetId ?? []))
  return [...new Set(ids)]
}

/** A history with the other deals of its call sets. */
function withCalled(
  history: KeptHistory,
  called: readonly CalledRow[],
  prices: ReadonlyMap<string, PriceReading>,
): KeptHistory {
  const callSets = callSetsOf([history]).map((callSetId): CalledTogether => {
    const others = called.filter(
      (row) => row.callSetId === callSetId && row.positionId !== history.positionId,
    )
    return { callSetId, others: others.map((row) => calledDeal(row, prices)) }
  })
  return callSets.length === 0 ? history : { ...history, callSets }
}

function calledDeal(
  row: CalledRow,
  prices: ReadonlyMap<string, PriceReading>,
): CalledTogether['others'][number] {
  const priceOf = (asset: string) => {
    const reading = prices.get(asset)
    return reading?.kind === 'current' ? reading.priceUsd : null
  }
  return {
    margin: marginTermsOf({ ...row, id: row.positionId }),
    lent: row.lent,
    collateral: row.collateral,
    collateralOnChain: { deliveries: row.deliveriesOnChain, returns: row.returnsOnChain },
    prices: { assetUsd: priceOf(row.asset), collateralUsd: priceOf(row.collateralAsset) },
  }
}

/** The assets whose prices the sums need. */
function assetsOf(called: readonly CalledRow[]): string[] {
  return [...new Set(called.flatMap((row) => [row.asset, row.collateralAsset]))]
}
