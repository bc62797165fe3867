import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { markToMarketRequestStates } from '../state-machines/mark-to-market-request.ts'
import { statesOf } from '../state-machines/state-machine.ts'
import { AvailableAction } from './available-action.ts'
import { AssetSymbol } from './custody.ts'

export const MarkToMarketRequestStatus = enumeration(statesOf(markToMarketRequestStates), {
  title: 'MarkToMarketRequestStatus',
  description: 'How far the request is.',
})

export const disputeReasons = ['PRICE', 'QUANTITY', 'IN_TRANSIT', 'TERMS', 'OTHER'] as const
export const DisputeReason = enumeration(disputeReasons, {
  title: 'DisputeReason',
  description: 'What the other side disagrees with.',
})

export const Dispute = Type.Object(
  {
    counter_notional_usd: described(DecimalString, 'What the other side says is due, in USD.'),
    reason: DisputeReason,
    note: nullable(Type.String(), 'What the other side says about it.'),
    agreed_notional_usd: described(DecimalString, 'What moves at once, in USD.'),
    agreed_collateral_amount: described(DecimalString, 'The same, in the collateral asset.'),
    disputed_notional_usd: described(DecimalString, 'What is argued about, in USD.'),
    outcome: enumeration(['agreed', 'split', 'disputed'], {
      description: 'agreed and split: the difference is within the tolerance, and no dispute.',
    }),
    time: Timestamp,
  },
  { title: 'Dispute', additionalProperties: false },
)

export const MarkToMarketRequest = Type.Object(
  {
    id: Uuid,
    status: MarkToMarketRequestStatus,
    position_id: Uuid,
    order_id: described(Uuid, 'The order of the position.'),
    order_id_pretty: Type.Integer({ description: 'The number of the order, for people.' }),
    creator_id: nullable(Uuid, 'The organization that asked. Null where a book was taken over.'),
    lender_id: Uuid,
    borrower_id: Uuid,
    direction: enumeration(['TopUp', 'Release'], {
      description: 'TopUp: the borrower sends. Release: the lender sends back.',
    }),
    collateral_asset: AssetSymbol,
    collateral_amount: described(DecimalString, 'What was asked for, in the collateral asset.'),
    notional_usd: described(DecimalString, 'The same in USD, before rounding, cut to cents.'),
    asset_price_usd: nullable(DecimalString, 'The price of the asset it was computed with.'),
    collateral_price_usd: nullable(DecimalString, 'The price of the collateral, likewise.'),
    calculation_id: nullable(Type.String(), 'The calculation that it was created from.'),
    expire_time: nullable(Timestamp, 'Until when it may be answered: the end of the cure time.'),
    dispute: nullable(Dispute, 'How the other side answered with a figure of its own.'),
    superseded_by: nullable(Uuid, 'The later request that took over what was disputed.'),
    transfer_ids: Type.Array(Uuid, { description: 'Its transfers, the oldest first.' }),
    create_time: Timestamp,
    update_time: Timestamp,
    actions: Type.Array(AvailableAction, { description: 'What the caller may do next.' }),
  },
  {
    title: 'MarkToMarketRequest',
    additionalProperties: false,
    description: 'One side of a position asks that collateral move, as a preview has shown.',
  },
)
export type MarkToMarketRequest = Static<typeof MarkToMarketRequest>
