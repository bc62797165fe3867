import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { orderRequestStates } from '../state-machines/order-request.ts'
import { statesOf } from '../state-machines/state-machine.ts'
import { AvailableAction } from './available-action.ts'
import { AssetSymbol } from './custody.ts'

export const OrderRequestStatus = enumeration(statesOf(orderRequestStates), {
  title: 'OrderRequestStatus',
  description: 'How far the request is.',
})

export const orderRequestKinds = ['recall', 'return', 'rerate'] as const
export type OrderRequestKind = (typeof orderRequestKinds)[number]
export const OrderRequestKindName = enumeration(orderRequestKinds, {
  title: 'OrderRequestKind',
  description:
    'recall: the lender wants the asset back. return: the borrower gives it back. rerate: either wants another rate.',
})

export const OrderRequest = Type.Object(
  {
    id: Uuid,
    kind: OrderRequestKindName,
    status: OrderRequestStatus,
    position_id: Uuid,
    order_id: described(Uuid, 'The order of the position.'),
    order_id_pretty: Type.Integer({ description: 'The number of the order, for people.' }),
    creator_id: nullable(
      Uuid,
      'The organization that asked. Null where a book was taken over without it.',
    ),
    lender_id: Uuid,
    borrower_id: Uuid,
    asset: AssetSymbol,
    quantity: nullable(
      DecimalString,
      'What of the asset goes back; of all of it, what is lent when it is accepted. Null for a rerate.',
    ),
    whole: nullable(
      Type.Boolean(),
      'Whether that is all that is lent, so that the order closes with it. Null for a rerate, and until it is known.',
    ),
    collateral_asset: AssetSymbol,
    collateral_returned: nullable(
      DecimalString,
      'What of the collateral goes back for a part of the asset, known when that part has arrived. Null before, and otherwise.',
    ),
    rate_percent: nullable(
      DecimalString,
      'The new rate, in percent a year. Null but for a rerate, and where a book was taken over without it.',
    ),
    effective_time: nullable(
      Timestamp,
      'The new rate holds from the UTC day of this time on. Null but for a rerate; without one that was asked for, null until it is accepted.',
    ),
    note: nullable(Type.String(), 'What the side that asked says about it.'),
    expire_time: nullable(Timestamp, 'Until when it may be answered. Null: without end.'),
    transfer_ids: Type.Array(Uuid, { description: 'Its transfers, the oldest first.' }),
    create_time: Timestamp,
    update_time: Timestamp,
    actions: Type.Array(AvailableAction, { description: 'What the caller may do next.' }),
  },
  {
    title: 'OrderRequest',
    additionalProperties: false,
    description:
      'One side of a position asks that the asset go back, all of it or a part, or for another rate.',
  },
)
export type OrderRequest = Static<typeof OrderRequest>
