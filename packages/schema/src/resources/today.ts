import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { statusSets } from '../state-machines/status-sets.ts'
import { usualSeconds } from '../state-machines/usual-times.ts'
import { TermsVersion } from './agreement.ts'
import { AvailableActions } from './available-action.ts'
import { AssetSymbol } from './custody.ts'
import { CloseOutStatus } from './close-out.ts'
import { CloseOutCauseName } from './close-out-cause.ts'
import { OrderRequestKindName } from './order-request.ts'
import { ProviderState, TransferCategory, TransferParty } from './transfer.ts'

const usd = (description: string) => described(DecimalString, description, '147801.25')

/** How an item names its order and the other side of it. */
const ofOrder = {
  order_id: described(Uuid, 'The id of its order.'),
  order_id_pretty: Type.Integer({
    description: 'The number of its order, for people.',
    examples: [1042],
  }),
  counterparty_id: described(Uuid, 'The organization id of the other side.'),
  counterparty_name: text('The name of the other side.', 'Kestrel Market Making'),
}
const side = enumeration(['lender', 'borrower'], {
  description: "The side of the caller's organization.",
})
const transfer = {
  id: described(Uuid, 'The id of the transfer.'),
  ...ofOrder,
  category: TransferCategory,
  leg: enumeration(['asset', 'collateral', 'interest'], {
    description: 'The part of the deal that it moves.',
  }),
  token: described(AssetSymbol, 'The symbol of the asset.'),
  quantity: described(DecimalString, 'The quantity in units of the asset.', '2.5'),
  notional: usd('Its value in USD when it was created.'),
  provider_state: ProviderState,
  label: text(
    'What the provider says of it, for people.',
    'Rejected by an approver at Fireblocks.',
  ),
}

/** A failed transfer that needs a person, and whether the caller may retry it. */
export const FailedTransfer = Type.Object(
  {
    ...transfer,
    status: enumeration(statusSets.transfer.failed, { description: 'How it ended.' }),
    sender: TransferParty,
    receiver: TransferParty,
    since: described(Timestamp, 'When it failed.'),
    mark_to_market_request_id: nullable(
      Uuid,
      'The mark-to-market request whose retry instructs it again. Null if it belongs to none.',
    ),
    order_request_id: nullable(
      Uuid,
      'The order request whose retry instructs it again. Null if it belongs to none.',
    ),
    close_out_id: nullable(
      Uuid,
      'The close-out whose retry instructs it again. Null if it belongs to none. If all three are null, the order is retried.',
    ),
    actions: described(
      AvailableActions,
      'Whether the caller may retry what it belongs to: the action `retry` of that resource.',
    ),
  },
  {
    title: 'FailedTransfer',
    additionalProperties: false,
    description: 'A transfer that failed and is not replaced, with what is retried.',
  },
)
export type FailedTransfer = Static<typeof FailedTransfer>

/** A transfer that stays in one state for longer than usual. */
export const StuckTransfer = Type.Object(
  {
    ...transfer,
    is_ours: Type.Boolean({ description: "Whether the caller's organization sends it." }),
    since: described(Timestamp, 'When it last changed.'),
    usual_seconds: Type.Integer({
      description: 'How long this state usually lasts at most.',
      examples: [usualSeconds.confirming],
    }),
  },
  {
    title: 'StuckTransfer',
    additionalProperties: false,
    description: 'A transfer that has not changed for longer than `usual_seconds`.',
  },
)
export type StuckTransfer = Static<typeof StuckTransfer>

/** A transfer that has not ended in time. */
export const LateTransfer = Type.Object(
  {
    ...transfer,
    is_ours: Type.Boolean({ description: "Whether the caller's organization sends it." }),
    late_since: described(Timestamp, 'From when it is late.'),
    cancellation_requested: Type.Boolean({
      description: 'Whether its cancellation was requested, and the custodian has not answered.',
    }),
    actions: AvailableActions,
  },
  {
    title: 'LateTransfer',
    additionalProperties: false,
    description: 'A transfer that has not ended in time, with the actions that may help.',
  },
)
export type LateTransfer = Static<typeof LateTransfer>

/** What a counterparty asks, and awaits an answer to. */
export const RequestToAnswer = Type.Object(
  {
    kind: enumeration(['order', 'mark_to_market_request', 'call_set', 'order_request'], {
      description: 'What is answered.',
    }),
    id: described(Uuid, 'The id of the order, of the request, or of the call set.'),
    ...ofOrder,
    side,
    expire_time: described(Timestamp, 'When it expires if it has no answer.'),
    direction: nullable(
      enumeration(['TopUp', 'Release']),
      'The direction of a mark-to-market request or a call set. Otherwise null.',
    ),
    request_kind: nullable(OrderRequestKindName, 'The kind of an order request. Otherwise null.'),
    requests: nullable(
      Type.Integer(),
      'How many requests of a call set await the answer: `order_id` is one of their orders. Otherwise null.',
      12,
    ),
    token: described(
      AssetSymbol,
      'The symbol of the collateral asset for a mark-to-market request or a call set, and otherwise of the asset that is lent.',
    ),
    quantity: nullable(
      DecimalString,
      'The quantity in units of `token`. Null for a rerate, an amend and a call set.',
      '2.5',
    ),
    rate_percent: nullable(
      DecimalString,
      'The rate in percent a year: of an order, or the new one of a rerate. Otherwise null.',
      '4.25',
    ),
    notional_usd: nullable(
      DecimalString,
      'The notional of a mark-to-market request, or the sum of those of a call set, in USD. Otherwise null.',
      '147801.25',
    ),
    terms_version: nullable(
      TermsVersion,
      'The version of the terms that an amend asks for. Otherwise null.',
    ),
  },
  {
    title: 'RequestToAnswer',
    additionalProperties: false,
    description: "An order or a request that awaits the answer of the caller's organization.",
  },
)
export type RequestToAnswer = Static<typeof RequestToAnswer>

/** What the caller may approve. */
export const ApprovalToGive = Type.Object(
  {
    id: described(Uuid, 'The id of the approval.'),
    operation: text('The operation of the request.', 'createMarkToMarketRequest'),
    account_id: described(Uuid, 'The account that made the request.'),
    order_id: nullable(Uuid, 'The order that the request concerns. Null if there is none.'),
    amount_usd: nullable(
      DecimalString,
      'The amount of the request in USD. Null if it has none, or if it is unknown.',
      '1250000',
    ),
    expire_time: described(Timestamp, 'When it expires if it has not been carried out.'),
  },
  {
    title: 'ApprovalToGive',
    additionalProperties: false,
    description: 'A request that the caller may approve.',
  },
)
export type ApprovalToGive = Static<typeof ApprovalToGive>

/** Proposed terms that await an acceptance. */
export const TermsToAccept = Type.Object(
  {
    agreement_id: described(Uuid, 'The id of the agreement.'),
    version: Type.Integer({ description: 'The number of the version.', examples: [2] }),
    counterparty_id: ofOrder.counterparty_id,
    counterparty_name: ofOrder.counterparty_name,
    side,
    expire_time: described(Timestamp, 'When the version expires if a side has not accepted it.'),
  },
  {
    title: 'TermsToAccept',
    additionalProperties: false,
    description:
      "A version of an agreement that awaits the acceptance of the caller's organization.",
  },
)
export type TermsToAccept = Static<typeof TermsToAccept>

/** A close-out that is not over. */
export const OpenDefault = Type.Object(
  {
    id: described(Uuid, 'The id of the close-out.'),
    ...ofOrder,
    position_id: described(Uuid, 'The position.'),
    side,
    is_ours: Type.Boolean({
      description:
        "Whether the caller's organization declared the default. Otherwise it is in default.",
    }),
    status: CloseOutStatus,
    cause: CloseOutCauseName,
    earliest_terminate_time: described(Timestamp, 'From when it can be terminated.'),
    residual_claim_usd: nullable(
      DecimalString,
      'The unpaid claim of the declarer in USD. Null if there is none.',
      '42638.88',
    ),
    excess_late: Type.Boolean({
      description: 'Whether what goes back is late: the party in default still waits for it.',
    }),
  },
  {
    title: 'OpenDefault',
    additionalProperties: false,
    description: "A declared default of either side of a deal of the caller's organization.",
  },
)
export type OpenDefault = Static<typeof OpenDefault>

/** Limits for one counterparty that are exceeded. */
export const ExceededLimits = Type.Object(
  {
    counterparty_id: ofOrder.counterparty_id,
    counterparty_name: ofOrder.counterparty_name,
    limits: Type.Array(
      text(
        'A limit that is exceeded: `lent_usd_max`, `uncovered_usd_max`, or `assets.` and a symbol.',
        'uncovered_usd_max',
      ),
      { description: 'The limits that are exceeded, by name.' },
    ),
    since: described(
      Timestamp,
      'When the first of them was found to be exceeded: at a market cut, when limits were set, or when an order went on that exceeds one.',
    ),
  },
  {
    title: 'ExceededLimits',
    additionalProperties: false,
    description: "Limits of the caller's organization for one counterparty that are exceeded.",
  },
)
export type ExceededLimits = Static<typeof ExceededLimits>

/** A position for which a request can be submitted. */
export const PositionToMark = Type.Object(
  {
    id: described(Uuid, 'The id of the position.'),
    ...ofOrder,
    side,
    asset: described(AssetSymbol, 'The symbol of the asset that is lent.'),
    collateral_asset: described(AssetSymbol, 'The symbol of the collateral asset.', 'USDC'),
    ccr_percent: nullable(
      DecimalString,
      'Collateral coverage ratio (CCR) in percent, rounded down. Null without a value.',
      '147.20',
    ),
    m2m_collateral_amount: described(
      DecimalString,
      'The collateral that the request would send, in units of the collateral asset.',
      '12.5',
    ),
    m2m_notional_usd: usd('The shortfall or excess in USD before rounding.'),
  },
  {
    title: 'PositionToMark',
    additionalProperties: false,
    description:
      'A position for which a mark-to-market request can be submitted. Its figures are those of the position.',
  },
)
export type PositionToMark = Static<typeof PositionToMark>
