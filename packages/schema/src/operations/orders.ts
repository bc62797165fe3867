import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { identifier } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { agreementVersionsMax, TermsVersion } from '../resources/agreement.ts'
import { AssetSymbol, WalletId } from '../resources/custody.ts'
import { CollateralType } from '../resources/mark-to-market-preview.ts'
import { Order } from '../resources/order.ts'
import { OrderTerms } from '../resources/order-terms.ts'
import { DecimalString, QuantityString, Timestamp, Uuid } from '../scalars.ts'

const params = Type.Object(
  { order_id: described(Uuid, 'The id of the order.') },
  { additionalProperties: false },
)

/** The parts that all actions on an order have in common. */
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
    "Offers or requests a loan. The caller's organization is the lender or the borrower; the counterparty answers. TRIPARTY collateral is refused, because the service cannot instruct an agent.",
  command: ['orders', 'create'],
  group: 'orders',
  roles: ['execution', 'admin'],
  safe: false,
  body: Type.Object(
    {
      lender_id: described(Uuid, 'The organization that lends.'),
      borrower_id: described(Uuid, 'The organization that borrows.'),
      asset: described(AssetSymbol, 'The asset to lend.'),
      asset_quantity: described(
        QuantityString,
        'The quantity to lend, in units of the asset.',
        '2.5',
      ),
      rate_percent: described(
        DecimalString,
        'The interest rate in percent a year. Interest is paid in the asset.',
        '4.25',
      ),
      collateral_asset: described(AssetSymbol, 'The asset to pledge.', 'USDC'),
      collateral_quantity: described(
        QuantityString,
        'The quantity to pledge at the opening, in units of the collateral asset.',
        '160000',
      ),
      collateral_type: CollateralType,
      ...ownWallets,
      expire_time: Type.Optional(
        described(Timestamp, 'When the order expires if it has no answer. Default: after one day.'),
      ),
      maturity_time: Type.Optional(
        described(
          Timestamp,
          'When the service begins the close, as if the borrower had: after `expire_time`, and at most 10,950 days from now. Default: never, so the order is open until a side ends it.',
        ),
      ),
    },
    { title: 'CreateOrder', additionalProperties: false },
  ),
  response: Order,
  reasons: [
    'LIMIT_EXCEEDED',
    'PARTY_NOT_PERMITTED',
    'REFERENCE_UNKNOWN',
    'QUANTITY_TOO_FINE',
    'VALUE_INVALID',
    'AGREEMENT_MISSING',
    'WALLET_UNSUITABLE',
    'WALLET_RETIRED',
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
    "Lists the orders of the caller's organization, newest first. An order must match all given filters.",
  command: ['orders', 'list'],
  group: 'orders',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      status: Type.Optional(identifier('Only orders with this status.', 64, 'ACTIVE')),
      asset: Type.Optional(described(AssetSymbol, 'Only orders that lend this asset.')),
      collateral_asset: Type.Optional(
        described(AssetSymbol, 'Only orders with this collateral asset.', 'USDC'),
      ),
      counterparty_id: Type.Optional(described(Uuid, 'Only orders with this counterparty.')),
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
  description: 'Returns one order with the actions that the caller may take.',
  command: ['orders', 'get'],
  group: 'orders',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  params,
  response: Order,
  reasons: ['ORDER_NOT_FOUND'],
})

export const listOrderTerms = operation({
  id: 'listOrderTerms',
  method: 'GET',
  path: '/orders/{order_id}/terms',
  summary: 'List the terms of an order',
  description:
    'Lists the terms that have applied to an accepted order, the newest first: those of the acceptance, and those of each amend. Reports on a time use the terms of that time.',
  command: ['orders', 'terms'],
  group: 'orders',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  params,
  response: Type.Object(
    {
      order_terms: Type.Array(OrderTerms, {
        maxItems: agreementVersionsMax,
        description: 'All terms of the order, the newest first. Empty before its acceptance.',
      }),
    },
    { title: 'OrderTermsList', additionalProperties: false },
  ),
  reasons: ['ORDER_NOT_FOUND'],
})

export const acceptOrder = operation({
  ...onOrder,
  id: 'acceptOrder',
  path: '/orders/{order_id}:accept',
  summary: 'Accept an order',
  description:
    'Accepts an order: copies the terms in effect, creates the position, and instructs the transfers of the asset and the collateral.',
  command: ['orders', 'accept'],
  body: Type.Object(
    {
      ...ownWallets,
      terms_version: Type.Optional(
        described(
          TermsVersion,
          'The `terms_version` of the order as it was read. If other terms are in effect by now, the acceptance is refused. Left out: the terms in effect are accepted, whatever they are.',
        ),
      ),
    },
    { title: 'AcceptOrder', additionalProperties: false },
  ),
  reasons: [
    'LIMIT_EXCEEDED',
    'ORDER_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'AGREEMENT_MISSING',
    'TERMS_CHANGED',
    'WALLET_UNSUITABLE',
    'WALLET_RETIRED',
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
  description: 'Rejects the order in full.',
  command: ['orders', 'reject'],
  reasons: ['ORDER_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})

export const cancelOrder = operation({
  ...onOrder,
  id: 'cancelOrder',
  path: '/orders/{order_id}:cancel',
  summary: 'Cancel an order',
  description: 'Withdraws an order that has no answer yet.',
  command: ['orders', 'cancel'],
  reasons: ['ORDER_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})

export const closeOrder = operation({
  ...onOrder,
  id: 'closeOrder',
  path: '/orders/{order_id}:close',
  summary: 'Close an order',
  description:
    'Instructs the return of the whole asset by the borrower. When it has completed, the interest is paid, and then the collateral is sent back.',
  command: ['orders', 'close'],
  reasons: [
    'ORDER_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'MARK_TO_MARKET_REQUEST_OPEN',
    'POSITION_QUANTITY_CHANGING',
  ],
})

export const cancelOrderClose = operation({
  ...onOrder,
  id: 'cancelOrderClose',
  path: '/orders/{order_id}:cancelClose',
  summary: 'Cancel the close of an order',
  description:
    'Requests that a close is cancelled before it has returned the asset: by the borrower, or by the lender once the transfer of the asset is late; after an accepted recall by the lender only; at or after the maturity by the lender only, once the transfer of the asset is late or has failed. The order is active again when the custodian has confirmed that nothing moved. If the asset has moved, the close goes on.',
  command: ['orders', 'cancel-close'],
  reasons: ['ORDER_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})

export const changeOrderWallets = operation({
  ...onOrder,
  id: 'changeOrderWallets',
  path: '/orders/{order_id}:changeWallets',
  summary: 'Change the wallets of an order',
  description:
    'Names other wallets of your own for a deal. Transfers that are instructed from now on use them, also those that replace a failed one; transfers already instructed keep theirs. Nothing moves between your own wallets: the new one must hold what the deal has yet to send from it. Both sides are notified of the old and the new address, so changes are limited: by default 20 an hour for all deals with one counterparty.',
  command: ['orders', 'change-wallets'],
  body: Type.Object(
    {
      asset_wallet_id: Type.Optional(
        described(WalletId, 'Your new wallet for the asset. Default: as before.'),
      ),
      collateral_wallet_id: Type.Optional(
        described(WalletId, 'Your new wallet for the collateral. Default: as before.'),
      ),
    },
    { title: 'ChangeOrderWallets', additionalProperties: false, minProperties: 1 },
  ),
  reasons: [
    'ORDER_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'WALLET_UNSUITABLE',
    'WALLET_RETIRED',
    'COUNTERPARTY_LIMITED',
  ],
})

export const retryOrder = operation({
  ...onOrder,
  id: 'retryOrder',
  path: '/orders/{order_id}:retry',
  summary: 'Retry the transfers of an order',
  description:
    'Instructs transfers that failed, were rejected or were cancelled again: all of them in an opening, the first missing step in a closing. Of an active order that pays interest every month: what was due on the first of this month and was not paid.',
  command: ['orders', 'retry'],
  reasons: ['ORDER_NOT_FOUND', 'INVALID_STATE'],
})

export const abandonOrder = operation({
  ...onOrder,
  id: 'abandonOrder',
  path: '/orders/{order_id}:abandon',
  summary: 'Abandon the opening of an order',
  description:
    'Cancels an opening of which a transfer failed, was rejected or was cancelled. Whatever has arrived is sent back.',
  command: ['orders', 'abandon'],
  reasons: ['ORDER_NOT_FOUND', 'INVALID_STATE'],
})
