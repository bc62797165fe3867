import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { identifier } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { AssetSymbol, WalletId } from '../resources/custody.ts'
import { CollateralType } from '../resources/mark-to-market-preview.ts'
import { Order } from '../resources/order.ts'
import { DecimalString, QuantityString, Timestamp, Uuid } from '../scalars.ts'

const params = Type.Object({ order_id: Uuid }, { additionalProperties: false })

/** What all that is done with an order has in common. */
const onOrder = {
  method: 'POST',
  group: 'orders',
  roles: ['execution', 'admin'],
  safe: false,
  params,
  response: Order,
} as const

const ownWallets = {
  asset_wallet_id: described(WalletId, 'Your wallet for the asset.'),
  collateral_wallet_id: described(WalletId, 'Your wallet for the collateral.'),
}

export const createOrder = operation({
  id: 'createOrder',
  method: 'POST',
  path: '/orders',
  summary: 'Create an order',
  description:
    'Asks the other side for a loan, or offers one. The caller is the lender or the borrower; the other side answers. TRIPARTY collateral is refused: no agent is instructed here.',
  command: ['orders', 'create'],
  group: 'orders',
  roles: ['execution', 'admin'],
  safe: false,
  body: Type.Object(
    {
      lender_id: Uuid,
      borrower_id: Uuid,
      asset: AssetSymbol,
      asset_quantity: described(QuantityString, 'What is lent.'),
      rate_percent: described(DecimalString, 'Interest a year, in percent, paid in the asset.'),
      collateral_asset: AssetSymbol,
      collateral_quantity: described(QuantityString, 'What is pledged at the opening.'),
      collateral_type: CollateralType,
      ...ownWallets,
      expire_time: Type.Optional(
        described(Timestamp, 'Until when it may be answered; a day unless given.'),
      ),
    },
    { title: 'CreateOrder', additionalProperties: false },
  ),
  response: Order,
  reasons: [
    'PARTY_NOT_PERMITTED',
    'REFERENCE_UNKNOWN',
    'QUANTITY_TOO_FINE',
    'VALUE_INVALID',
    'AGREEMENT_MISSING',
    'WALLET_UNSUITABLE',
    'MUTED_BY_COUNTERPARTY',
    'PENDING_ORDERS_EXHAUSTED',
    'COUNTERPARTY_LIMITED',
  ],
})

export const listOrders = operation({
  id: 'listOrders',
  method: 'GET',
  path: '/orders',
  summary: 'List orders',
  description:
    'The orders of which the organization of the caller is lender or borrower, newest first. All filters given must hold.',
  command: ['orders', 'list'],
  group: 'orders',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      status: Type.Optional(identifier('The status of the order.')),
      asset: Type.Optional(identifier('The asset that is lent.')),
      collateral_asset: Type.Optional(identifier('The asset that is pledged.')),
      counterparty_id: Type.Optional(described(Uuid, 'The other side.')),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('OrderList', 'orders', Order),
  reasons: ['PAGE_TOKEN_INVALID', 'STATUS_UNKNOWN'],
})

export const getOrder = operation({
  id: 'getOrder',
  method: 'GET',
  path: '/orders/{order_id}',
  summary: 'Get an order',
  description: 'One order, and what the caller may do with it.',
  command: ['orders', 'get'],
  group: 'orders',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  params,
  response: Order,
  reasons: ['ORDER_NOT_FOUND'],
})

export const acceptOrder = operation({
  ...onOrder,
  id: 'acceptOrder',
  path: '/orders/{order_id}:accept',
  summary: 'Accept an order',
  description:
    'Copies the terms in effect, bears the position, and instructs asset and collateral to move.',
  command: ['orders', 'accept'],
  body: Type.Object(ownWallets, { title: 'AcceptOrder', additionalProperties: false }),
  reasons: [
    'ORDER_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'AGREEMENT_MISSING',
    'WALLET_UNSUITABLE',
    'VALUE_INVALID',
    'PRICE_MISSING',
    'PRICE_STALE',
  ],
})

export const rejectOrder = operation({
  ...onOrder,
  id: 'rejectOrder',
  path: '/orders/{order_id}:reject',
  summary: 'Reject an order',
  description: 'Says no to what the other side has asked for.',
  command: ['orders', 'reject'],
  reasons: ['ORDER_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})

export const cancelOrder = operation({
  ...onOrder,
  id: 'cancelOrder',
  path: '/orders/{order_id}:cancel',
  summary: 'Cancel an order',
  description: 'Withdraws what was asked for and is not answered yet.',
  command: ['orders', 'cancel'],
  reasons: ['ORDER_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})

export const closeOrder = operation({
  ...onOrder,
  id: 'closeOrder',
  path: '/orders/{order_id}:close',
  summary: 'Close an order',
  description:
    'The borrower gives the asset back; when it has arrived its interest follows, and then the collateral.',
  command: ['orders', 'close'],
  reasons: [
    'ORDER_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'MARK_TO_MARKET_REQUEST_OPEN',
    'POSITION_QUANTITY_CHANGING',
  ],
})

export const retryOrder = operation({
  ...onOrder,
  id: 'retryOrder',
  path: '/orders/{order_id}:retry',
  summary: 'Retry the transfers of an order',
  description:
    'Instructs anew what of an opening came to nothing, and of a closing the first step that is missing.',
  command: ['orders', 'retry'],
  reasons: ['ORDER_NOT_FOUND', 'INVALID_STATE'],
})

export const abandonOrder = operation({
  ...onOrder,
  id: 'abandonOrder',
  path: '/orders/{order_id}:abandon',
  summary: 'Abandon the opening of an order',
  description:
    'Gives up an opening of which a transfer came to nothing; what has arrived is sent back.',
  command: ['orders', 'abandon'],
  reasons: ['ORDER_NOT_FOUND', 'INVALID_STATE'],
})
