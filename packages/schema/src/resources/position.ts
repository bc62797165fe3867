import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { positionStates } from '../state-machines/position.ts'
import { statesOf } from '../state-machines/state-machine.ts'
import { AvailableAction } from './available-action.ts'
import { AssetSymbol } from './custody.ts'
import { CollateralType, MarkToMarketDirection } from './mark-to-market-preview.ts'

export const PositionStatus = enumeration(statesOf(positionStates), {
  title: 'PositionStatus',
  description: 'How far the position is.',
})

const unpriced = 'Null without a current price.'

export const Position = Type.Object(
  {
    id: Uuid,
    status: PositionStatus,
    order_id: Uuid,
    order_id_pretty: Type.Integer({ description: 'The number of the order, for people.' }),
    lender_id: Uuid,
    lender_name: Type.String(),
    borrower_id: Uuid,
    borrower_name: Type.String(),
    asset: AssetSymbol,
    asset_quantity: described(DecimalString, 'What is lent.'),
    collateral_asset: AssetSymbol,
    collateral_type: CollateralType,
    collateral_quantity: described(
      DecimalString,
      'Settled collateral, what is on its way back still included.',
    ),
    collateral_disputed_quantity: described(DecimalString, 'The part of it that is disputed.'),
    deliveries_in_transit: described(DecimalString, 'Collateral on its way to the lender.'),
    returns_in_transit: described(DecimalString, 'Collateral on its way back.'),
    rate_percent: described(DecimalString, 'Interest a year, in percent, as it holds today.'),
    interest_accrued: described(
      DecimalString,
      'Interest until now, in the asset, under each rate and quantity for as long as it held, rounded up.',
    ),
    current_price: nullable(DecimalString, `Price of the asset in USD. ${unpriced}`),
    collateral_price: nullable(DecimalString, `Price of the collateral in USD. ${unpriced}`),
    asset_notional_usd: nullable(DecimalString, `Value of the asset in USD. ${unpriced}`),
    collateral_value_usd: nullable(DecimalString, `Value of the collateral in USD. ${unpriced}`),
    ltv_percent: nullable(DecimalString, 'Loan to value, rounded up. Null without a value.'),
    ccr_percent: nullable(DecimalString, 'Collateral coverage, rounded down. Null without one.'),
    margin_call_reached: nullable(Type.Boolean(), `Coverage has fallen to the level. ${unpriced}`),
    liquidation_reached: nullable(Type.Boolean(), `Coverage has fallen to the level. ${unpriced}`),
    ready_for_m2m: Type.Boolean({
      description: 'Whether a mark-to-market request could be submitted now by one who may.',
    }),
    m2m_direction: nullable(MarkToMarketDirection, unpriced),
    m2m_collateral_amount: nullable(DecimalString, `What would move. ${unpriced}`),
    m2m_notional_usd: nullable(DecimalString, `The same in USD. ${unpriced}`),
    m2m_reason: nullable(
      Type.String(),
      'Why it is not ready: the reason for which a preview is refused, or the first that it gives, such as `BELOW_MINIMUM_NOTIONAL`. Null where it is ready.',
    ),
    price_at_last_m2m: DecimalString,
    last_m2m_at: Timestamp,
    create_time: Timestamp,
    update_time: Timestamp,
    actions: Type.Array(AvailableAction, { description: 'What the caller may do next.' }),
  },
  {
    title: 'Position',
    additionalProperties: false,
    description: 'What is lent and what is pledged for it, at the prices of now.',
  },
)
export type Position = Static<typeof Position>
