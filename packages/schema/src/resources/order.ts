import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, Timestamp, Uuid } from '../scalars.ts'
import { orderStates } from '../state-machines/order.ts'
import { statesOf } from '../state-machines/state-machine.ts'
import { MarginTerms } from './agreement.ts'
import { AvailableAction } from './available-action.ts'
import { AssetSymbol, WalletId } from './custody.ts'
import { CollateralType } from './mark-to-market-preview.ts'

export const OrderStatus = enumeration(statesOf(orderStates), {
  title: 'OrderStatus',
  description: 'How far the order is.',
})

export const Order = Type.Object(
  {
    id: Uuid,
    number: Type.Integer({ description: 'The number of the order, for people.' }),
    status: OrderStatus,
    creator_id: described(Uuid, 'The organization that asked.'),
    lender_id: Uuid,
    lender_name: Type.String(),
    borrower_id: Uuid,
    borrower_name: Type.String(),
    asset: AssetSymbol,
    asset_quantity: described(DecimalString, 'What is lent at the opening.'),
    rate_percent: described(
      DecimalString,
      'Interest a year, in percent, paid in the asset, as agreed at the opening.',
    ),
    collateral_asset: AssetSymbol,
    collateral_quantity: nullable(
      DecimalString,
      'What is pledged at the opening. Null where a book was taken over without it.',
    ),
    collateral_type: CollateralType,
    lender_asset_wallet_id: nullable(WalletId, 'Null until its side has named it.'),
    lender_collateral_wallet_id: nullable(WalletId, 'Null until its side has named it.'),
    borrower_asset_wallet_id: nullable(WalletId, 'Null until its side has named it.'),
    borrower_collateral_wallet_id: nullable(WalletId, 'Null until its side has named it.'),
    terms: described(
      MarginTerms,
      'The terms: those in effect, until the acceptance copies them for good.',
    ),
    expire_time: nullable(Timestamp, 'Until when it may be answered. Null: without end.'),
    position_id: nullable(Uuid, 'The position. Null until the order is accepted.'),
    create_time: Timestamp,
    update_time: Timestamp,
    actions: Type.Array(AvailableAction, { description: 'What the caller may do next.' }),
  },
  {
    title: 'Order',
    additionalProperties: false,
    description: 'A loan of an asset against collateral, from the asking to the end.',
  },
)
export type Order = Static<typeof Order>
