import type { MarkToMarketRequest, Order, Position } from '@vadium/client'
import {
  agreedCollateral,
  Decimal,
  formatDecimal,
  marginCall,
  MarginInputError,
  type MarginTerms,
  resolveDispute,
  valuePosition,
} from '@vadium/margin'

/** The inputs of a call that its receiver may see differently, with the reason of the service. */
export const disputedInputs = {
  asset_price: { name: 'Price of the asset', reason: 'PRICE' },
  collateral_price: { name: 'Price of the collateral', reason: 'PRICE' },
  asset_quantity: { name: 'Quantity lent', reason: 'QUANTITY' },
  collateral_quantity: { name: 'Collateral held', reason: 'QUANTITY' },
  deliveries_in_transit: { name: 'Collateral in transit to the lender', reason: 'IN_TRANSIT' },
  returns_in_transit: { name: 'Collateral in transit to the borrower', reason: 'IN_TRANSIT' },
  requirement: { name: 'Requirement or haircut', reason: 'TERMS' },
  threshold_usd: { name: 'Threshold', reason: 'TERMS' },
} as const

export type DisputedInput = keyof typeof disputedInputs

/** The value of the other side for an input: that of the call, or of the position as it is now. */
export function theirValue(
  input: DisputedInput,
  call: MarkToMarketRequest,
  {
    asset_quantity,
    collateral_quantity,
    deliveries_in_transit,
    returns_in_transit,
    terms,
  }: Position,
): string {
  const values: Readonly<Record<DisputedInput, string>> = {
    asset_price: call.asset_price_usd,
    collateral_price: call.collateral_price_usd,
    asset_quantity,
    collateral_quantity,
    deliveries_in_transit,
    returns_in_transit,
    requirement: terms.requirement_percent ?? terms.haircut ?? '',
    threshold_usd: terms.threshold_usd,
  }
  return values[input]
}

/** The amount that is due with another value of one input, and what a dispute with it leads to. */
export interface CounterValuation {
  /** USD. Zero if, with that value, nothing is due in the direction of the call. */
  readonly counterUsd: string
  readonly agreedUsd: string
  readonly agreedCollateral: string
  readonly disputedUsd: string
  readonly outcome: 'agreed' | 'split' | 'disputed'
  /** Whether it is as much as the call or more: there is nothing to dispute then. */
  readonly isWholeCall: boolean
}

/** The sentence of the package instead, if the value is not one that it takes. */
export function counterValuation(
  input: DisputedInput,
  value: string,
  { call, position, order }: { call: MarkToMarketRequest; position: Position; order: Order },
): CounterValuation | string {
  try {
    return computed(input, value, { call, position, order })
  } catch (error) {
    if (error instanceof MarginInputError) return error.message
    throw error
  }
}

function computed(
  input: DisputedInput,
  value: string,
  { call, position, order }: { call: MarkToMarketRequest; position: Position; order: Order },
): CounterValuation {
  const counterUsd = dueWith(call, position, { [input]: value })
  const { agreed, disputed, outcome } = resolveDispute({
    call: call.notional_usd,
    counter: counterUsd,
    tolerance: toleranceOf(order.terms),
    method: order.terms.dispute_method === 'split' ? 'split' : 'undisputed',
  })
  const collateral = agreedCollateral(
    {
      direction: call.direction === 'Release' ? 'Release' : 'TopUp',
      agreedNotionalUsd: agreed,
      collateralPriceUsd: call.collateral_price_usd,
      collateralAmount: call.collateral_amount,
    },
    termsWith(theirValue('requirement', call, position), position.terms.threshold_usd, position),
  )
  return {
    counterUsd,
    agreedUsd: formatDecimal(agreed),
    agreedCollateral: formatDecimal(collateral),
    disputedUsd: formatDecimal(disputed),
    outcome,
    isWholeCall: new Decimal(counterUsd).greaterThanOrEqualTo(call.notional_usd),
  }
}

/**
 * The USD that are due in the direction of a call, from the position as it is now at the prices of
 * the call. Inputs that are given have other values. Zero if nothing is due in that direction.
 */
export function dueWith(
  call: MarkToMarketRequest,
  position: Position,
  given: Partial<Record<DisputedInput, string>> = {},
): string {
  const valueOf = (name: DisputedInput) => given[name] ?? theirValue(name, call, position)
  const { direction, notionalUsd } = marginCall(
    valuePosition({
      assetQuantity: valueOf('asset_quantity'),
      assetPriceUsd: valueOf('asset_price'),
      collateralQuantity: valueOf('collateral_quantity'),
      collateralPriceUsd: valueOf('collateral_price'),
      deliveriesInTransit: valueOf('deliveries_in_transit'),
      returnsInTransit: valueOf('returns_in_transit'),
      disputedQuantity: position.collateral_disputed_quantity,
    }),
    termsWith(valueOf('requirement'), valueOf('threshold_usd'), position),
  )
  return direction === call.direction ? formatDecimal(notionalUsd, 2) : '0.00'
}

function termsWith(requirement: string, thresholdUsd: string, { terms }: Position): MarginTerms {
  return {
    ...(terms.haircut === null ? { requirementPercent: requirement } : { haircut: requirement }),
    thresholdUsd,
    minimumNotionalUsd: {
      topUp: terms.minimum_notional_top_up_usd,
      release: terms.minimum_notional_release_usd,
    },
    lot: { topUp: terms.lot_top_up, release: terms.lot_release },
  }
}

function toleranceOf({ dispute_tolerance_usd, dispute_tolerance_percent }: Order['terms']) {
  if (dispute_tolerance_usd !== null) return { absolute: dispute_tolerance_usd }
  return dispute_tolerance_percent === null ? undefined : { percent: dispute_tolerance_percent }
}
