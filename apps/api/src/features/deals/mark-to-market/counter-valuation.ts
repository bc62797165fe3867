import {
  agreedCollateral,
  type Decimal,
  type DecimalInput,
  type DisputeResolution,
  resolveDispute,
} from '@vadium/margin'
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
