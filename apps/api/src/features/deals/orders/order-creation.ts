import { Decimal, formatDecimal } from '@vadium/margin'
import type { createOrder, OperationBody } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import { notAParty, otherSide, type Sides } from '../parties/deal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { CounterpartyTraffic } from '../../access/index.ts'
import type { NewOrder } from './orders.repository.ts'
import { walletsFault } from './order-wallets.ts'
import { isCounterparty, type KnownAsset, knownAssets } from './reference-data.ts'
import type { CounterpartyLimitReader } from '../limits/counterparty-limits.ts'
import { testedCreation } from '../limits/limit-warnings.ts'
import { termsInEffect } from '../terms/terms-of-deal.ts'
import { dayMs, instantText, readInstant } from '../../../platform/instant.ts'
import { boundsFault } from '../../../platform/decimal-bounds.ts'
import { together } from '../../../platform/writes/together.ts'

type CreateBody = OperationBody<typeof createOrder>

const answerTimeMs = dayMs
const answerTimeMsMax = 90 * dayMs
const maturityMsMax = 10_950 * dayMs
const rateBounds = { atLeast: '0', below: '100000', decimalsMax: 6 }

interface Parts {
  /** Whether orders may have tri-party agents. */
  readonly withAgents: boolean
  readonly traffic: CounterpartyTraffic
  readonly limits: CounterpartyLimitReader
}

/**
 * The order of a request body, checked against everything that it names, and counted among what
 * the organization sends to the other side; or a refusal, after which what the transaction has done
 * must be undone.
 */
export async function newOrder(
  tx: WriteTransaction,
  body: CreateBody,
  { withAgents, traffic, limits }: Parts,
): Promise<NewOrder | Refusal> {
  if (body.collateral_type === 'TRIPARTY' && !withAgents) {
    return invalid(
      'collateral_type',
      'must be BILATERAL or RESTRICTED: this service instructs no tri-party agent',
    )
  }
  const sides = sidesOf(body, tx.organizationId)
  if (sides instanceof Refusal) return sides
  const other = counterpartyOf(sides, tx.organizationId)
  const wallets = { asset: body.asset_wallet_id, collateral: body.collateral_wallet_id }
  const { asset, collateral_asset: collateralAsset } = body
  const [isKnown, assets, unsuitable, termsId, ownLimits, limited] = await together([
    isCounterparty(tx, other.id),
    knownAssets(tx, [asset, collateralAsset]),
    walletsFault(tx, wallets, { asset, collateralAsset }),
    termsInEffect(tx, sides),
    limits.rowsWithin(tx, other.id),
    traffic.admit(tx, 'order', other.id),
  ])
  if (!isKnown) {
    return unknown(other.field, 'is not an active organization with which there is an agreement')
  }
  const figures = figuresOf(body, assets)
  if (figures instanceof Refusal) return figures
  const expireAt = expiryOf(body.expire_time, tx.nowMs)
  if (expireAt instanceof Refusal) return expireAt
  const maturityAt = maturityOf(body.maturity_time, { nowMs: tx.nowMs, after: expireAt })
  if (maturityAt instanceof Refusal) return maturityAt
  if (unsuitable !== undefined) return unsuitable
  if (termsId === undefined) return new Refusal('AGREEMENT_MISSING')
  if (limited !== undefined) return limited

  const ofLender = tx.organizationId === sides.lenderId ? wallets : undefined
  const ofBorrower = tx.organizationId === sides.borrowerId ? wallets : undefined
  const order = {
    id: tx.ids.next(),
    creator_id: tx.organizationId,
    lender_id: sides.lenderId,
    borrower_id: sides.borrowerId,
    asset: body.asset,
    collateral_asset: body.collateral_asset,
    collateral_type: body.collateral_type,
    ...figures,
    terms_id: termsId,
    lender_asset_wallet_id: ofLender?.asset ?? null,
    lender_collateral_wallet_id: ofLender?.collateral ?? null,
    borrower_asset_wallet_id: ofBorrower?.asset ?? null,
    borrower_collateral_wallet_id: ofBorrower?.collateral ?? null,
    expire_at: expireAt,
    maturity_at: maturityAt,
  }
  const offered = {
    ...sides,
    id: order.id,
    asset,
    assetQuantity: figures.asset_quantity,
    collateralAsset,
    collateralQuantity: figures.collateral_quantity,
  }
  const used = await limits.usedWithin(tx, ownLimits, [offered])
  return (used && (await testedCreation(tx, used, offered))) ?? order
}

function sidesOf(body: CreateBody, organizationId: string): Sides | Refusal {
  const sides = {
    lenderId: body.lender_id.toLowerCase(),
    borrowerId: body.borrower_id.toLowerCase(),
  }
  const stranger = notAParty(sides, organizationId)
  if (stranger !== undefined) return stranger
  if (sides.lenderId === sides.borrowerId) {
    return invalid('borrower_id', 'must differ from the lender')
  }
  return sides
}

/** The other side, and the member of the body that names it. */
const counterpartyOf = (sides: Sides, organizationId: string) => ({
  field: sides.lenderId === organizationId ? 'borrower_id' : 'lender_id',
  id: otherSide(sides, organizationId),
})

type Figures = Pick<NewOrder, 'asset_quantity' | 'rate_percent' | 'collateral_quantity'>

function figuresOf(body: CreateBody, assets: ReadonlyMap<string, KnownAsset>): Figures | Refusal {
  const asset = assets.get(body.asset)
  if (asset === undefined) return unknown('asset', 'is not a known asset')
  const collateral = assets.get(body.collateral_asset)
  if (collateral === undefined) {
    return unknown('collateral_asset', 'is not a known asset')
  }
  if (asset.symbol === collateral.symbol) {
    return invalid('collateral_asset', 'must differ from the asset that is lent')
  }
  const lent = quantityOf('asset_quantity', body.asset_quantity, asset)
  if (lent instanceof Refusal) return lent
  const pledged = quantityOf('collateral_quantity', body.collateral_quantity, collateral)
  if (pledged instanceof Refusal) return pledged
  const rate = rateOf(body.rate_percent)
  if (rate instanceof Refusal) return rate
  return { asset_quantity: lent, collateral_quantity: pledged, rate_percent: rate }
}

/** A quantity finer than the smallest unit is refused, never rounded. */
export function quantityOf(field: string, text: string, asset: KnownAsset): string | Refusal {
  const quantity = new Decimal(text)
  if (quantity.isZero()) return invalid(field, 'must be above zero')
  if (quantity.decimalPlaces() <= asset.decimals) return formatDecimal(quantity)
  return new Refusal('QUANTITY_TOO_FINE', [
    { field, issue: `must have at most the ${asset.decimals} decimals of ${asset.symbol}` },
  ])
}

export function rateOf(text: string): string | Refusal {
  const fault = boundsFault(text, rateBounds)
  return fault === undefined ? formatDecimal(new Decimal(text)) : invalid('rate_percent', fault)
}

/**
 * The time until which an answer is possible: the given one, within bounds, or the default from
 * now.
 */
export function expiryOf(text: string | undefined, nowMs: number): string | Refusal {
  if (text === undefined) return instantText(nowMs + answerTimeMs)
  const time = readInstant(text)
  if (time === undefined) return invalid('expire_time', 'is not an existing time')
  if (time > nowMs && time <= nowMs + answerTimeMsMax) return text
  return new Refusal('VALUE_INVALID', [
    {
      field: 'expire_time',
      issue: 'must be after now and at most 90 days from it; the value is now',
      value: instantText(nowMs),
    },
  ])
}

/** The maturity, which must be after another time, RFC 3339. Null: there is none. */
export function maturityOf(
  text: string | undefined,
  { nowMs, after }: { readonly nowMs: number; readonly after: string },
): string | null | Refusal {
  if (text === undefined) return null
  const time = readInstant(text)
  if (time === undefined) return invalid('maturity_time', 'is not an existing time')
  if (time > Date.parse(after) && time <= nowMs + maturityMsMax) return text
  return new Refusal('VALUE_INVALID', [
    {
      field: 'maturity_time',
      issue: `must be after ${after}, and at most 10950 days from now`,
      value: text,
    },
  ])
}

function invalid(field: string, issue: string): Refusal {
  return new Refusal('VALUE_INVALID', [{ field, issue }])
}

function unknown(field: string, issue: string): Refusal {
  return new Refusal('REFERENCE_UNKNOWN', [{ field, issue }])
}
