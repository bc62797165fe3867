import { nullable } from '../nullable.ts'
import { DecimalString } from '../scalars.ts'

/** The values of a position and its ratios. `unpriced` says when the values are null. */
export const valueMembers = (unpriced: string) => ({
  asset_notional_usd: nullable(
    DecimalString,
    `The value of the asset in USD. ${unpriced}`,
    '147801.25',
  ),
  collateral_value_usd: nullable(
    DecimalString,
    `The value of the collateral in USD. ${unpriced}`,
    '160000',
  ),
  ltv_percent: nullable(
    DecimalString,
    'Loan to value (LTV) in percent, rounded up. Null without a value.',
    '92.38',
  ),
  ccr_percent: nullable(
    DecimalString,
    'Collateral coverage ratio (CCR) in percent, rounded down. Null without a value.',
    '108.25',
  ),
})
