import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { type Operation, operation } from '../operation.ts'
import { ResolvedRequest } from '../resources/resolved-request.ts'
import { Uuid } from '../scalars.ts'
import {
  acceptMarkToMarketRequest,
  disputeMarkToMarketRequest,
  retryMarkToMarketRequest,
} from './mark-to-market-requests.ts'
import { acceptOrderRequest, createOrderRequest, retryOrderRequest } from './order-requests.ts'
import {
  abandonOrder,
  acceptOrder,
  changeOrderWallets,
  closeOrder,
  createOrder,
  retryOrder,
} from './orders.ts'

/** The operations whose requests can be previewed, by their ids. */
export const previewableOperations = {
  createOrder,
  acceptOrder,
  closeOrder,
  retryOrder,
  abandonOrder,
  changeOrderWallets,
  acceptMarkToMarketRequest,
  disputeMarkToMarketRequest,
  retryMarkToMarketRequest,
  createOrderRequest,
  acceptOrderRequest,
  retryOrderRequest,
} as const satisfies Readonly<Record<string, Operation>>

export type PreviewableOperation = keyof typeof previewableOperations

const names = Object.keys(previewableOperations) as readonly PreviewableOperation[]

export const previewRequest = operation({
  id: 'previewRequest',
  method: 'POST',
  path: '/requests:preview',
  summary: 'Preview a request',
  description:
    'Returns what a request would do if it were sent now: who sends what to whom, from and to which wallets, the coverage before and after, and why it would be refused. Changes nothing. A new mark-to-market request has a preview of its own, with its calculation.',
  command: ['requests', 'preview'],
  group: 'requests',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  body: Type.Object(
    {
      operation: enumeration(names, { description: 'The operation of the request.' }),
      id: Type.Optional(
        described(Uuid, 'The id in the path of the operation. Left out if it has none.'),
      ),
      body: Type.Optional(
        Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          maxProperties: 32,
          description: 'The body, as the operation describes it. Left out if it takes none.',
          examples: [{ counter_notional_usd: '100000', reason: 'PRICE' }],
        }),
      ),
    },
    { title: 'PreviewRequest', additionalProperties: false },
  ),
  response: ResolvedRequest,
  reasons: [
    'POSITION_NOT_FOUND',
    'ORDER_NOT_FOUND',
    'MARK_TO_MARKET_REQUEST_NOT_FOUND',
    'ORDER_REQUEST_NOT_FOUND',
    'QUANTITY_NOT_AVAILABLE',
    'QUANTITY_TOO_FINE',
    'NOTHING_DISPUTED',
    'VALUE_INVALID',
  ],
})
