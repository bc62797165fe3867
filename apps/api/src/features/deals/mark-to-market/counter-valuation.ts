import {
  agreedCollateral,
  Decimal,
  type DecimalInput,
  type DisputeResolution,
  formatDecimal,
  resolveDispute,
} from '@vadium/margin'
import { boundsFault } from '../../../platform/decimal-bounds.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { AgreedTerms } from './agreed-terms.ts'
import type { RequestRecord } from './request-record.ts'

/** What an answer with a counter-valuation comes to. */
interface CounterValuation extends DisputeResolution {
  /** The collateral that is sent at once. */
  readonly amount: Decimal
}

/** The agreed and the disputed part of a request that is answered with another valuation. */
export function counterValuation(
  request: RequestRecord,
  counter: DecimalInput,
  { margin, tolerance, disputeMethod: method }: AgreedTerms,
): CounterValuation {
  const { direction, collateralPriceUsd, collateralAmount, notionalUsd: call } = request
  const resolution = resolveDispute({ call, counter, tolerance, method })
  const agreed = { agreedNotionalUsd: resolution.agreed, direction, collateralPriceUsd }
  return { ...resolution, amount: agreedCollateral({ ...agreed, collateralAmount }, margin) }
}

/** Why a counter-valuation cannot be one. */
export function counterFault(counter: Decimal): Refusal | undefined {
  const issue = boundsFault(counter, { atLeast: '0', decimalsMax: 2 })
  return issue === undefined
    ? undefined
    : new Refusal('VALUE_INVALID', [{ field: 'counter_notional_usd', issue }])
}

/** The answer to a counter-valuation that is not below what was asked for. */
export function nothingDisputed({ notionalUsd }: RequestRecord): Refusal {
  const called = formatDecimal(new Decimal(notionalUsd), 2)
  return new Refusal('NOTHING_DISPUTED', [
    { field: 'counter_notional_usd', issue: 'must be below what was asked for', value: called },
  ])
}
