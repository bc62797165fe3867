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

export const orderRequestKinds = ['recall', 'return', 'rerate', 'amend', 'extend'] as const
export type OrderRequestKind = (typeof orderRequestKinds)[number]

const meanings: Readonly<Record<OrderRequestKind, string>> = {
  recall: 'the lender wants the asset back',
  return: 'the borrower wants to send it back',
  rerate: 'either side wants another rate',
  amend: 'either side wants the newest terms of the agreement to apply',
  extend: 'either side wants a later maturity',
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
} as const satisfies Readonly<Record<OrderRequestKind, string>>
export type OrderRequestChange = (typeof orderRequestChanges)[OrderRequestKind]

/** The kinds of order requests that make a change. */
export type OrderRequestKindOf<Change extends OrderRequestChange> = {
  [Kind in OrderRequestKind]: (typeof orderRequestChanges)[Kind] extends Change ? Kind : never
}[OrderRequestKind]

export function orderRequestKindsOf(change: OrderRequestChange): readonly OrderRequestKind[] {
  return orderRequestKinds.filter((kind) => orderRequestChanges[kind] === change)
}

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
    collateral_asset: described(AssetSymbol, 'The symbol of the collateral asset.', 'USDC'),
    collateral_returned: nullable(
      DecimalString,
      'The collateral quantity that goes back for a part of the asset, in units of the collateral asset. Null until that part has arrived, and in all other cases.',
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
      'A recall, a return, a rerate, an amend or an extend: a request to send back the asset or a part of it, to change the rate, to let the newest terms apply, or to move the maturity.',
  },
)
export type OrderRequest = Static<typeof OrderRequest>
