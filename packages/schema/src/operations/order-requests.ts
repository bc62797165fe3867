import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { identifier, label } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { OrderRequest, OrderRequestKindName } from '../resources/order-request.ts'
import { DecimalString, QuantityString, Timestamp, Uuid } from '../scalars.ts'

const params = Type.Object({ order_request_id: Uuid }, { additionalProperties: false })

/** What all that is done with a request has in common. */
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
    'Asks for a recall (the lender), a return (the borrower) or a rerate (either) of an active position; the other side answers. One request a side awaits an answer at a time, and one moves the asset.',
  command: ['order-requests', 'create'],
  group: 'orderRequests',
  roles: ['execution', 'admin'],
  safe: false,
  body: Type.Object(
    {
      position_id: described(Uuid, 'The position that is to change.'),
      kind: OrderRequestKindName,
      quantity: Type.Optional(
        described(
          QuantityString,
          'What of the asset goes back; all of it unless given, which closes the order. Not for a rerate.',
        ),
      ),
      rate_percent: Type.Optional(
        described(DecimalString, 'The new rate, in percent a year. For a rerate, which needs it.'),
      ),
      effective_time: Type.Optional(
        described(
          Timestamp,
          'The new rate holds from the UTC day of this time on: today or later. The day of the acceptance unless given. For a rerate only.',
        ),
      ),
      note: Type.Optional(label('What there is to say about it.', 500)),
      expire_time: Type.Optional(
        described(
          Timestamp,
          'Until when it may be answered; the cure time of the terms unless given. Never beyond the day from which a new rate is to hold.',
        ),
      ),
    },
    { title: 'CreateOrderRequest', additionalProperties: false },
  ),
  response: OrderRequest,
  reasons: [
    'POSITION_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'ALREADY_EXISTS',
    'COLLATERAL_MANAGED_BY_AGENT',
    'QUANTITY_TOO_FINE',
    'QUANTITY_NOT_AVAILABLE',
    'VALUE_INVALID',
  ],
})

export const listOrderRequests = operation({
  id: 'listOrderRequests',
  method: 'GET',
  path: '/order-requests',
  summary: 'List order requests',
  description:
    'The requests of the positions of which the organization of the caller is lender or borrower, newest first. All filters given must hold.',
  command: ['order-requests', 'list'],
  group: 'orderRequests',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      status: Type.Optional(identifier('The status of the request.')),
      kind: Type.Optional(OrderRequestKindName),
      position_id: Type.Optional(described(Uuid, 'Only those of this position.')),
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
  description: 'One request, and what the caller may do with it.',
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
    'Agrees. The asset is instructed to go back, and when it has arrived the collateral pro rata; all of it closes the order, with its interest. A new rate holds from its day on.',
  command: ['order-requests', 'accept'],
  reasons: [
    'ORDER_REQUEST_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'MARK_TO_MARKET_REQUEST_OPEN',
    'POSITION_QUANTITY_CHANGING',
    'QUANTITY_NOT_AVAILABLE',
  ],
})

export const rejectOrderRequest = operation({
  ...onRequest,
  id: 'rejectOrderRequest',
  path: '/order-requests/{order_request_id}:reject',
  summary: 'Reject an order request',
  description: 'Says no to what the other side has asked for.',
  command: ['order-requests', 'reject'],
  reasons: ['ORDER_REQUEST_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})

export const cancelOrderRequest = operation({
  ...onRequest,
  id: 'cancelOrderRequest',
  path: '/order-requests/{order_request_id}:cancel',
  summary: 'Cancel an order request',
  description:
    'Withdraws a request that is not answered yet; or, for either side, gives up a part that was to go back and whose transfer came to nothing.',
  command: ['order-requests', 'cancel'],
  reasons: ['ORDER_REQUEST_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})

export const retryOrderRequest = operation({
  ...onRequest,
  id: 'retryOrderRequest',
  path: '/order-requests/{order_request_id}:retry',
  summary: 'Retry an order request',
  description: 'Instructs anew the transfers that came to nothing, those of a close included.',
  command: ['order-requests', 'retry'],
  reasons: [
    'ORDER_REQUEST_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'QUANTITY_NOT_AVAILABLE',
  ],
})
