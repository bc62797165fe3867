import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { orderRequestStates } from '../state-machines/order-request.ts'
import { statesOf } from '../state-machines/state-machine.ts'
import { TermsVersion } from './agreement.ts'
import { AnswerDay } from './answer-day.ts'
import { AvailableActions } from './available-action.ts'
import { AssetSymbol } from './custody.ts'

export const OrderRequestStatus = enumeration(statesOf(orderRequestStates), {
  title: 'OrderRequestStatus',
  description: 'Lifecycle status.',
})

export const orderRequestKinds = [
  'recall',
  'return',
  'rerate',
  'amend',
  'extend',
  'substitution',
] as const
export type OrderRequestKind = (typeof orderRequestKinds)[number]

const meanings: Readonly<Record<OrderRequestKind, string>> = {
  recall: 'the lender wants the asset back',
  return: 'the borrower wants to send it back',
  rerate: 'either side wants another rate',
  amend: 'either side wants the newest terms of the agreement to apply',
  extend: 'either side wants a later maturity',
  substitution: 'the borrower wants to give another collateral in place of the present one',
}
export const OrderRequestKindName = enumeration(orderRequestKinds, {
  title: 'OrderRequestKind',
  description: orderRequestKinds.map((kind) => `${kind}: ${meanings[kind]}.`).join(' '),
})

/** What each kind changes in the position once it is accepted. */
export const orderRequestChanges = {
  recall: 'quantity',
  return: 'quantity',
  rerate: 'rate',
  amend: 'terms',
  extend: 'maturity',
  substitution: 'collateral',
} as const satisfies Readonly<Record<OrderRequestKind, string>>
export type OrderRequestChange = (typeof orderRequestChanges)[OrderRequestKind]

/** The kinds of order requests that make a change. */
export type OrderRequestKindOf<Change extends OrderRequestChange> = {
  [Kind in OrderRequestKind]: (typeof orderRequestChanges)[Kind] extends Change ? Kind : never
}[OrderRequestKind]

export function orderRequestKindsOf(change: OrderRequestChange): readonly OrderRequestKind[] {
  return orderRequestKinds.filter((kind) => orderRequestChanges[kind] === change)
}

/**
 * The kinds of which one at a time is agreed: they move what a position consists of.
 */
export const movingOrderRequestKinds = orderRequestKinds.filter((kind) => {
  const change: OrderRequestChange = orderRequestChanges[kind]
  return change === 'quantity' || change === 'collateral'
})

export const substitutionDecisions = ['switch', 'keep'] as const
export type SubstitutionDecision = (typeof substitutionDecisions)[number]

const keepMeanings = {
  called_off: 'a side cancelled the request',
  failed: 'its transfer failed',
  late: 'it was not decided in the time that transfers have',
  requirement_not_met: 'it arrived, and was below the requirement at the prices of then',
  default_declared: 'a default of the deal was declared',
  closed_out: 'the deal was closed out',
} as const
export type KeepReason = keyof typeof keepMeanings
export const keepReasons = Object.keys(keepMeanings) as readonly KeepReason[]

export const OrderRequest = Type.Object(
  {
    id: described(Uuid, 'The id of the request.'),
    kind: OrderRequestKindName,
    status: OrderRequestStatus,
    position_id: described(Uuid, 'The position.'),
    order_id: described(Uuid, 'The order of the position.'),
    order_id_pretty: Type.Integer({
      description: 'The number of the order, for people.',
      examples: [1042],
    }),
    creator_id: described(Uuid, 'The organization that created the request.'),
    lender_id: described(Uuid, 'The organization that lends.'),
    borrower_id: described(Uuid, 'The organization that borrows.'),
    asset: described(AssetSymbol, 'The symbol of the asset that is lent.'),
    quantity: nullable(
      DecimalString,
      'The quantity to send back, in units of the asset. For the whole asset, the quantity lent at the acceptance. Null unless the asset goes back.',
      '2.5',
    ),
    whole: nullable(
      Type.Boolean(),
      'Whether the whole asset goes back, which closes the order. Null unless the asset goes back.',
    ),
    collateral_asset: described(
      AssetSymbol,
      'The symbol of the collateral asset. Of a substitution and of older requests, the one that was replaced.',
      'USDC',
    ),
    collateral_returned: nullable(
      DecimalString,
      'The collateral quantity that goes back for a part of the asset, or in exchange for the new collateral, in units of the collateral asset. Null until that part has arrived, or the new collateral has replaced it, and in all other cases.',
      '80000',
    ),
    rate_percent: nullable(
      DecimalString,
      'The new rate in percent a year. Null unless it is a rerate.',
      '4.25',
    ),
    effective_time: nullable(
      Timestamp,
      'The new rate applies from the UTC day of this time. Null unless it is a rerate. If the creator gave none, null until the acceptance.',
    ),
    terms_version: nullable(
      TermsVersion,
      'The version of the agreement whose terms are to apply. Null unless it is an amend.',
    ),
    maturity_time: nullable(
      Timestamp,
      'The maturity that is asked for. Null unless it is an extend.',
    ),
    new_collateral_asset: nullable(
      AssetSymbol,
      'The collateral that is to replace the present one. Null unless it is a substitution.',
      'ETH',
    ),
    new_collateral_quantity: nullable(
      DecimalString,
      'How much of it, in its units. Null unless it is a substitution.',
      '533.333333333333333334',
    ),
    decision: nullable(
      enumeration(substitutionDecisions, { description: 'What was decided.' }),
      'switch: the new collateral has replaced the old, which is sent back. keep: the old collateral stays, and what has come of the new is sent back. Null until it is decided, and unless it is a substitution.',
    ),
    keep_reason: nullable(
      enumeration(keepReasons, { description: 'Why the old collateral stays.' }),
      `Why the old collateral stays: ${keepReasons.map((reason) => `${reason}: ${keepMeanings[reason]}`).join('; ')}. Null unless the decision is keep.`,
    ),
    note: nullable(
      Type.String(),
      'The note of the creator. Null if there is none.',
      'We need it back by Friday.',
    ),
    expire_time: described(Timestamp, 'When the request expires if it has no answer.'),
    answer_day: nullable(
      AnswerDay,
      'The day of its response time, and why it is that day. Null if it is no recall or return, if its creator named a time, or if the terms have no notification time.',
    ),
    transfer_ids: Type.Array(Uuid, { description: 'The ids of its transfers, oldest first.' }),
    create_time: described(Timestamp, 'When it was created.'),
    update_time: described(Timestamp, 'When it last changed.'),
    actions: AvailableActions,
  },
  {
    title: 'OrderRequest',
    additionalProperties: false,
    description:
      'A recall, a return, a rerate, an amend, an extend or a substitution: a request to send back the asset or a part of it, to change the rate, to let the newest terms apply, to move the maturity, or to exchange the collateral.',
  },
)
export type OrderRequest = Static<typeof OrderRequest>
