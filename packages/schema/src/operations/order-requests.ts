import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { identifier, label } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { TermsVersion } from '../resources/agreement.ts'
import { OrderRequest, OrderRequestKindName } from '../resources/order-request.ts'
import { AssetSymbol, WalletId } from '../resources/custody.ts'
import { DecimalString, QuantityString, Timestamp, Uuid } from '../scalars.ts'

const params = Type.Object(
  { order_request_id: described(Uuid, 'The id of the order request.') },
  { additionalProperties: false },
)

/** The parts that all actions on a request have in common. */
const onRequest = {
  method: 'POST',
  group: 'orderRequests',
  roles: ['execution', 'admin'],
  safe: false,
  params,
  response: OrderRequest,
} as const

export const createOrderRequest = operation({
  id: 'createOrderRequest',
  method: 'POST',
  path: '/order-requests',
  summary: 'Create an order request',
  description:
    'Requests a recall (by the lender), a return or a substitution (by the borrower), a rerate, an amend or an extend (by either side) of an active position. The counterparty answers. Each side may have one unanswered request at a time, and one request at a time may move the asset or exchange the collateral.',
  command: ['order-requests', 'create'],
  group: 'orderRequests',
  roles: ['execution', 'admin'],
  safe: false,
  body: Type.Object(
    {
      position_id: described(Uuid, 'The position to change.'),
      kind: OrderRequestKindName,
      quantity: Type.Optional(
        described(
          QuantityString,
          'The asset quantity to send back. Default: all of it, which closes the order. For a recall or a return only.',
          '2.5',
        ),
      ),
      rate_percent: Type.Optional(
        described(
          DecimalString,
          'The new rate, in percent a year. Required for a rerate, not allowed otherwise.',
          '4.25',
        ),
      ),
      effective_time: Type.Optional(
        described(
          Timestamp,
          'The new rate applies from the UTC day of this time: today or later. Default: the day of the acceptance. For a rerate only.',
        ),
      ),
      terms_version: Type.Optional(
        described(
          TermsVersion,
          'The version of the agreement whose terms are to apply: the newest in effect. Required for an amend, not allowed otherwise.',
        ),
      ),
      maturity_time: Type.Optional(
        described(
          Timestamp,
          'The later maturity: after now and after that of the order, and at most 10,950 days from now. Required for an extend, not allowed otherwise.',
        ),
      ),
      collateral_asset: Type.Optional(
        described(
          AssetSymbol,
          'The collateral that is to replace the present one: one of the `substitute_assets` of the position. Required for a substitution, not allowed otherwise.',
          'ETH',
        ),
      ),
      collateral_quantity: Type.Optional(
        described(
          QuantityString,
          'How much of it, in its units. It must meet the requirement by itself when it is accepted, and when it has arrived. Required for a substitution, not allowed otherwise.',
          '533.333333333333333334',
        ),
      ),
      collateral_wallet_id: Type.Optional(
        described(
          WalletId,
          'Your wallet from which it comes. Required for a substitution, not allowed otherwise.',
        ),
      ),
      note: Type.Optional(label('A note for the counterparty.', 500, 'We need it back by Friday.')),
      expire_time: Type.Optional(
        described(
          Timestamp,
          'When the request expires if it has no answer. Default: after the cure time of the terms; with a notification time, of a recall and a return, the response time of a business day. At the latest on the day from which a new rate applies.',
        ),
      ),
    },
    { title: 'NewOrderRequest', additionalProperties: false },
  ),
  response: OrderRequest,
  reasons: [
    'POSITION_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'ALREADY_EXISTS',
    'COLLATERAL_NOT_ELIGIBLE',
    'COLLATERAL_MANAGED_BY_AGENT',
    'QUANTITY_TOO_FINE',
    'QUANTITY_NOT_AVAILABLE',
    'VALUE_INVALID',
    'WALLET_RETIRED',
    'WALLET_UNSUITABLE',
    'COUNTERPARTY_LIMITED',
  ],
})

export const listOrderRequests = operation({
  id: 'listOrderRequests',
  method: 'GET',
  path: '/order-requests',
  summary: 'List order requests',
  description:
    "Lists the order requests of the caller's organization, newest first. A request must match all given filters.",
  command: ['order-requests', 'list'],
  group: 'orderRequests',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      status: Type.Optional(identifier('Only requests with this status.', 64, 'PENDING')),
      kind: Type.Optional(OrderRequestKindName),
      position_id: Type.Optional(described(Uuid, 'Only requests of this position.')),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('OrderRequestList', 'order_requests', OrderRequest),
  reasons: ['PAGE_TOKEN_INVALID', 'STATUS_UNKNOWN'],
})

export const getOrderRequest = operation({
  id: 'getOrderRequest',
  method: 'GET',
  path: '/order-requests/{order_request_id}',
  summary: 'Get an order request',
  description: 'Returns one request with the actions that the caller may take.',
  command: ['order-requests', 'get'],
  group: 'orderRequests',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  params,
  response: OrderRequest,
  reasons: ['ORDER_REQUEST_NOT_FOUND'],
})

export const acceptOrderRequest = operation({
  ...onRequest,
  id: 'acceptOrderRequest',
  path: '/order-requests/{order_request_id}:accept',
  summary: 'Accept an order request',
  description:
    'Accepts a request. For a recall or a return, the transfer of the asset is instructed; when it has completed, the collateral is sent back pro rata. Sending back the whole asset closes the order and pays its interest. For a rerate, the new rate applies from its day. For an amend, the terms apply at once to everything that is computed from then on; reports on the past keep those of their time. For an extend, the order has the later maturity at once. For a substitution, the transfer of the new collateral is instructed, and the body must name your wallet for it; once it has arrived and meets the requirement at the prices of then, it is the collateral, and all of the old one is sent back.',
  command: ['order-requests', 'accept'],
  body: Type.Object(
    {
      collateral_wallet_id: Type.Optional(
        described(
          WalletId,
          'Your wallet that receives the new collateral. Required for a substitution, not allowed otherwise.',
        ),
      ),
    },
    { title: 'OrderRequestAcceptance', additionalProperties: false },
  ),
  isBodyOptional: true,
  reasons: [
    'LIMIT_EXCEEDED',
    'ORDER_REQUEST_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'TERMS_CHANGED',
    'COLLATERAL_NOT_ELIGIBLE',
    'MARK_TO_MARKET_REQUEST_OPEN',
    'POSITION_QUANTITY_CHANGING',
    'QUANTITY_NOT_AVAILABLE',
    'PRICE_MISSING',
    'PRICE_STALE',
    'VALUE_INVALID',
    'WALLET_RETIRED',
    'WALLET_UNSUITABLE',
  ],
})

export const rejectOrderRequest = operation({
  ...onRequest,
  id: 'rejectOrderRequest',
  path: '/order-requests/{order_request_id}:reject',
  summary: 'Reject an order request',
  description: 'Rejects the request in full.',
  command: ['order-requests', 'reject'],
  reasons: ['ORDER_REQUEST_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})

export const cancelOrderRequest = operation({
  ...onRequest,
  id: 'cancelOrderRequest',
  path: '/order-requests/{order_request_id}:cancel',
  summary: 'Cancel an order request',
  description:
    'Withdraws a request that has no answer yet. If the transfer of a partial return failed, was rejected or was cancelled, either side may cancel the request. Either side may also cancel a substitution that is not decided yet: the old collateral stays, and what has come of the new is sent back.',
  command: ['order-requests', 'cancel'],
  reasons: [
    'ORDER_REQUEST_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'COUNTERPARTY_LIMITED',
  ],
})

export const retryOrderRequest = operation({
  ...onRequest,
  id: 'retryOrderRequest',
  path: '/order-requests/{order_request_id}:retry',
  summary: 'Retry an order request',
  description:
    'Instructs the transfers that failed, were rejected or were cancelled again, including those of a close. A transfer of the asset whose cancellation was requested is not instructed again: cancel the request instead. Of a substitution, what is to be sent back is instructed again.',
  command: ['order-requests', 'retry'],
  reasons: [
    'ORDER_REQUEST_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'QUANTITY_NOT_AVAILABLE',
  ],
})
