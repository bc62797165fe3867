import { type CalledTogether, Decimal } from '@vadium/margin'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { PriceBook, PriceReading } from '../../prices/index.ts'
import { terminatedId } from '../positions/terminated-close-out.ts'
import { isOfPosition } from '../transfers/counting-transfers.ts'
import { marginTermsOf, type PositionTerms } from '../positions/valued-position.ts'
import type { KeptHistory, SummedCallSet } from './deal-history.ts'
import { isOnChain } from './instructed-columns.ts'

const onChainFrom = (sender: string, leg: 'asset' | 'collateral') => `(
  SELECT trim_scale(coalesce(sum(t.quantity), 0))::text FROM transfers t
  WHERE t.order_id = o.id AND t.leg = '${leg}' AND ${isOfPosition} AND ${isOnChain}
    AND t.sender_organization_id = ${sender})`

/** A deal of a call set that is not over. Decimals are strings. */
interface CalledRow {
  readonly callSetId: string
  readonly direction: 'TopUp' | 'Release'
  readonly minimumNotionalUsd: string
  readonly minimumAppliesTo: 'deal' | 'agreement'
  readonly closing: boolean
  readonly borrowerUnderNotice: boolean
  readonly positionId: string
  readonly asset: string
  readonly collateralAsset: string
  readonly collateralDecimals: number
  readonly terms: PositionTerms
  readonly lent: string
  readonly collateral: string
  readonly deliveriesOnChain: string
  readonly returnsOnChain: string
  readonly assetOnChain: string
}

/** Selects the deals of call sets, an array of ids `$1`. Nobody locks them. */
const selectCalled = `
  SELECT s.id AS "callSetId", s.direction,
    trim_scale(s.minimum_notional_usd)::text AS "minimumNotionalUsd",
    m.minimum_applies_to AS "minimumAppliesTo", o.status = 'CLOSING' AS closing,
    EXISTS (SELECT FROM close_outs n WHERE n.position_id = p.id AND n.status = 'NOTICE'
      AND n.creator_id = o.lender_id) AS "borrowerUnderNotice",
    p.id AS "positionId", o.asset,
    o.collateral_asset AS "collateralAsset", c.decimals AS "collateralDecimals",
    m.position_terms AS terms,
    trim_scale(p.asset_quantity)::text AS lent,
    trim_scale(p.collateral_quantity)::text AS collateral,
    ${onChainFrom('o.borrower_id', 'collateral')} AS "deliveriesOnChain",
    ${onChainFrom('o.lender_id', 'collateral')} AS "returnsOnChain",
    ${onChainFrom('o.borrower_id', 'asset')} AS "assetOnChain"
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

/** Histories with the other deals of their call sets, and the prices of these. */
interface KnownSums {
  readonly histories: readonly KeptHistory[]
  readonly prices: ReadonlyMap<string, PriceReading>
}

/** Histories with the other deals of their call sets, where sums decide. */
export async function calledTogether(
  { database, tenant, prices, nowMs }: Reading,
  histories: readonly KeptHistory[],
): Promise<KnownSums | Refusal> {
  const ids = callSetsOf(histories)
  if (ids.length === 0) return { histories, prices: new Map() }
  const statement = { name: 'deals of call sets', text: selectCalled, values: [ids] }
  const called = await database.read<CalledRow>(tenant, statement, 'generic')
  if (called instanceof Refusal) return called
  return withCalled(histories, called, await prices.read(assetsOf(called), nowMs))
}

/** The same within a write. Only the deal of the write is locked. */
export async function calledTogetherWithin(
  tx: WriteTransaction,
  histories: readonly KeptHistory[],
  prices: PriceBook,
): Promise<KnownSums> {
  const ids = callSetsOf(histories)
  if (ids.length === 0) return { histories, prices: new Map() }
  const { rows: called } = await tx.query<CalledRow>(selectCalled, [ids])
  return withCalled(histories, called, await prices.readWithin(tx, assetsOf(called), tx.nowMs))
}

/**
 * Locks the call sets of a deal, which must be locked. Of two deals whose terminations count each
 * other in a sum, the second waits here and then reads a sum without the first.
 */
export async function lockCallSets(tx: WriteTransaction, positionId: string): Promise<void> {
  await tx.write(
    `SELECT FROM call_sets s WHERE s.id IN (
       SELECT r.call_set_id FROM mark_to_market_requests r WHERE r.position_id = $1)
     ORDER BY s.id FOR NO KEY UPDATE OF s`,
    [positionId],
  )
}

/**
 * The assets whose prices the sums of a deal need.
 *
 * @param requestId the request whose sum is meant. Default: all.
 */
export function assetsOfSums(history: KeptHistory | undefined, requestId?: string): string[] {
  const { requests = [], callSets = [] } = history ?? {}
  const meant = requests.find(({ id }) => id === requestId)?.callSetId
  const summed = callSets.filter(({ callSetId }) => requestId === undefined || callSetId === meant)
  return [...new Set(summed.flatMap(({ assets }) => assets))]
}

/** The call sets whose sums decide: those of deals whose minimum applies to the agreement. */
function callSetsOf(histories: readonly KeptHistory[]): string[] {
  const ids = histories
    .filter(({ minimumAppliesTo }) => minimumAppliesTo === 'agreement')
    .flatMap(({ requests }) => requests.flatMap(({ callSetId }) => callSetId ?? []))
  return [...new Set(ids)]
}

function withCalled(
  histories: readonly KeptHistory[],
  called: readonly CalledRow[],
  prices: ReadonlyMap<string, PriceReading>,
): KnownSums {
  return {
    prices,
    histories: histories.map((history) => {
      const callSets = callSetsOf([history]).flatMap(
        (id) => summedCallSet(id, history, called, prices) ?? [],
      )
      return callSets.length === 0 ? history : { ...history, callSets }
    }),
  }
}

/** Undefined once no deal of the set is open. */
function summedCallSet(
  callSetId: string,
  { positionId }: KeptHistory,
  called: readonly CalledRow[],
  prices: ReadonlyMap<string, PriceReading>,
): SummedCallSet | undefined {
  const rows = called.filter((row) => row.callSetId === callSetId)
  const [first] = rows
  if (first === undefined) return undefined
  const others = rows.filter((row) => row.positionId !== positionId)
  return {
    callSetId,
    minimumNotionalUsd: first.minimumNotionalUsd,
    others: others.map((row) => calledDeal(row, prices)),
    assets: assetsOf(others.filter(isPriced)),
  }
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
    minimumAppliesTo: row.minimumAppliesTo,
    closing: row.closing,
    borrowerUnderNotice: row.borrowerUnderNotice,
    lent: row.lent,
    collateral: row.collateral,
    collateralOnChain: { deliveries: row.deliveriesOnChain, returns: row.returnsOnChain },
    assetOnChain: row.assetOnChain,
    prices: { assetUsd: priceOf(row.asset), collateralUsd: priceOf(row.collateralAsset) },
  }
}

/** Of what cannot be owed, nobody needs the prices. */
function isPriced({ direction, closing, borrowerUnderNotice }: CalledRow): boolean {
  return direction === 'TopUp' || !(closing || borrowerUnderNotice)
}

/** The assets of which there is any. */
function assetsOf(called: readonly CalledRow[]): string[] {
  const assets = called.flatMap(({ asset, lent, collateralAsset, collateral }) => [
    ...(isSome(lent) ? [asset] : []),
    ...(isSome(collateral) ? [collateralAsset] : []),
  ])
  return [...new Set(assets)]
}

const isSome = (quantity: string) => !new Decimal(quantity).isZero()
