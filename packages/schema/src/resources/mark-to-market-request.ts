import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { markToMarketRequestStates } from '../state-machines/mark-to-market-request.ts'
import { statesOf } from '../state-machines/state-machine.ts'
import { AnswerDay } from './answer-day.ts'
import { AvailableActions } from './available-action.ts'
import { AssetSymbol } from './custody.ts'

export const MarkToMarketRequestStatus = enumeration(statesOf(markToMarketRequestStates), {
  title: 'MarkToMarketRequestStatus',
  description: 'Lifecycle status.',
})

export const disputeReasons = ['PRICE', 'QUANTITY', 'IN_TRANSIT', 'TERMS', 'OTHER'] as const
export const DisputeReason = enumeration(disputeReasons, {
  title: 'DisputeReason',
  description: 'What the counterparty disagrees with.',
})

export const Dispute = Type.Object(
  {
    counter_notional_usd: described(
      DecimalString,
      "The counterparty's valuation of the amount due, in USD.",
      '125000.00',
    ),
    reason: DisputeReason,
    note: nullable(
      Type.String(),
      'The note of the counterparty. Null if it has none.',
      'Our feed has 59,100 USD.',
    ),
    agreed_notional_usd: described(
      DecimalString,
      'The undisputed part, in USD. It is sent at once.',
      '125000',
    ),
    agreed_collateral_amount: described(
      DecimalString,
      'The undisputed part, in units of the collateral asset.',
      '125000',
    ),
    disputed_notional_usd: described(DecimalString, 'The disputed part, in USD.', '4200.5'),
    outcome: enumeration(['agreed', 'split', 'disputed'], {
      description:
        'agreed, split: the difference is within the tolerance and is not a dispute. disputed: it is beyond the tolerance.',
    }),
    time: described(Timestamp, 'When the counterparty answered.'),
  },
  {
    title: 'Dispute',
    additionalProperties: false,
    description: 'An answer with a counter-valuation.',
  },
)

/** Why a mark-to-market request was cancelled. */
export const cancellationCauses = [
  'withdrawn',
  'transfer_failed',
  'transfer_late',
  'closed_out',
] as const

export const MarkToMarketRequest = Type.Object(
  {
    id: described(Uuid, 'The id of the request.'),
    status: MarkToMarketRequestStatus,
    position_id: described(Uuid, 'The position.'),
    order_id: described(Uuid, 'The order of the position.'),
    order_id_pretty: Type.Integer({
      description: 'The number of the order, for people.',
      examples: [1042],
    }),
    creator_id: described(Uuid, 'The organization that created the request.'),
    created_automatically: Type.Boolean({
      description:
        'Whether an automation of that organization created it. Otherwise a caller of it did.',
    }),
    lender_id: described(Uuid, 'The organization that lends.'),
    borrower_id: described(Uuid, 'The organization that borrows.'),
    direction: enumeration(['TopUp', 'Release'], {
      description:
        'TopUp: the borrower sends collateral. Release: the lender sends collateral back.',
    }),
    collateral_asset: described(AssetSymbol, 'The symbol of the collateral asset.', 'USDC'),
    collateral_amount: described(
      DecimalString,
      'The requested amount, in units of the collateral asset.',
      '129200.5',
    ),
    notional_usd: described(
      DecimalString,
      'The requested amount in USD before rounding to lots, truncated to cents.',
      '129200.5',
    ),
    asset_price_usd: described(
      DecimalString,
      'The price of the asset in the calculation, in USD.',
      '59120.5',
    ),
    collateral_price_usd: described(
      DecimalString,
      'The price of the collateral in the calculation, in USD.',
      '1',
    ),
    calculation_id: text('The calculation that the request was created from.', 'eyJ2IjoxfQ'),
    expire_time: described(
      Timestamp,
      'When the request expires if it has no answer: the end of the cure time, or with a notification time the response time of a business day.',
    ),
    answer_day: nullable(
      AnswerDay,
      'The day of its response time, and why it is that day. Null if the terms have no notification time.',
    ),
    call_set_id: nullable(
      Uuid,
      'The call set that it was created in. Null if it was created by itself.',
    ),
    dispute: nullable(Dispute, 'The answer with a counter-valuation. Null if there is none.'),
    superseded_by: nullable(
      Uuid,
      'The later request that includes the disputed part. Null if there is none.',
    ),
    cancellation_cause: nullable(
      enumeration(cancellationCauses),
      'Why the request was cancelled. withdrawn: the creator withdrew it before an answer. transfer_failed: a side cancelled it after its transfer had failed. transfer_late: its transfer was cancelled because it was late. closed_out: a close-out of the deal was terminated. Null if it was not cancelled.',
    ),
    transfer_ids: Type.Array(Uuid, { description: 'The ids of its transfers, oldest first.' }),
    create_time: described(Timestamp, 'When it was created.'),
    update_time: described(Timestamp, 'When it last changed.'),
    actions: AvailableActions,
  },
  {
    title: 'MarkToMarketRequest',
    additionalProperties: false,
    description:
      'A request of one side of a position that collateral be sent, created from a preview.',
  },
)
export type MarkToMarketRequest = Static<typeof MarkToMarketRequest>
