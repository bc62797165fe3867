import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { identifier, label } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { formatParameter, pageOf, pageParameters } from '../paging.ts'
import { calculationId } from '../resources/calculation.ts'
import { DisputeReason, MarkToMarketRequest } from '../resources/mark-to-market-request.ts'
import { DecimalString, Uuid } from '../scalars.ts'
import { previewMarkToMarketRequest } from './preview-mark-to-market-request.ts'

const params = Type.Object(
  { mark_to_market_request_id: described(Uuid, 'The id of the mark-to-market request.') },
  { additionalProperties: false },
)

/** The parts that all actions on a request have in common. */
const onRequest = {
  method: 'POST',
  group: 'markToMarketRequests',
  roles: ['execution', 'admin'],
  safe: false,
  params,
  response: MarkToMarketRequest,
} as const

const filters = {
  status: Type.Optional(identifier('Only requests with this status.', 64, 'PENDING_ACCEPTANCE')),
  position_id: Type.Optional(described(Uuid, 'Only requests of this position.')),
}

export const createMarkToMarketRequest = operation({
  id: 'createMarkToMarketRequest',
  method: 'POST',
  path: '/mark-to-market-requests',
  summary: 'Create a mark-to-market request',
  description:
    'Creates a request from the calculation of a preview. If the inputs have since moved by more than the tolerance of the agreement, the call is refused and the error contains the new preview.',
  command: ['m2m', 'create'],
  group: 'markToMarketRequests',
  roles: ['execution', 'admin'],
  safe: false,
  body: Type.Object(
    {
      position_id: described(Uuid, 'The position to mark to market.'),
      calculation_id: described(
        calculationId,
        'The calculation of a preview that was made with `explain`.',
      ),
    },
    { title: 'CreateMarkToMarketRequest', additionalProperties: false },
  ),
  response: MarkToMarketRequest,
  reasons: [
    ...previewMarkToMarketRequest.reasons,
    'CALCULATION_INVALID',
    'PREVIEW_STALE',
    'MARK_TO_MARKET_NOT_DUE',
    'VALUE_INVALID',
    'WALLET_RETIRED',
  ],
})

export const listMarkToMarketRequests = operation({
  id: 'listMarkToMarketRequests',
  method: 'GET',
  path: '/mark-to-market-requests',
  summary: 'List mark-to-market requests',
  description:
    "Lists the mark-to-market requests of the caller's organization, newest first. A request must match all given filters.",
  command: ['m2m', 'list'],
  group: 'markToMarketRequests',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object({ ...filters, ...pageParameters }, { additionalProperties: false }),
  response: pageOf('MarkToMarketRequestList', 'mark_to_market_requests', MarkToMarketRequest),
  reasons: ['PAGE_TOKEN_INVALID', 'STATUS_UNKNOWN'],
})

export const exportMarkToMarketRequests = operation({
  id: 'exportMarkToMarketRequests',
  method: 'GET',
  path: '/mark-to-market-requests:export',
  summary: 'Export mark-to-market requests',
  description: 'Returns the whole list, newest first, as JSON or CSV. The answer is streamed.',
  command: ['m2m', 'export'],
  group: 'markToMarketRequests',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object({ ...filters, ...formatParameter }, { additionalProperties: false }),
  response: Type.Object(
    {
      mark_to_market_requests: Type.Array(MarkToMarketRequest, {
        description: 'All requests that match the filters.',
      }),
    },
    { title: 'MarkToMarketRequestExport', additionalProperties: false },
  ),
  csv: true,
  reasons: ['STATUS_UNKNOWN'],
})

export const getMarkToMarketRequest = operation({
  id: 'getMarkToMarketRequest',
  method: 'GET',
  path: '/mark-to-market-requests/{mark_to_market_request_id}',
  summary: 'Get a mark-to-market request',
  description: 'Returns one request with the actions that the caller may take.',
  command: ['m2m', 'get'],
  group: 'markToMarketRequests',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  params,
  response: MarkToMarketRequest,
  reasons: ['MARK_TO_MARKET_REQUEST_NOT_FOUND'],
})

export const acceptMarkToMarketRequest = operation({
  ...onRequest,
  id: 'acceptMarkToMarketRequest',
  path: '/mark-to-market-requests/{mark_to_market_request_id}:accept',
  summary: 'Accept a mark-to-market request',
  description:
    'Accepts a request and instructs the transfer of the collateral. In a dispute, the counterparty concedes (concede), or the creator accepts the counter-valuation (settle or conclude).',
  command: ['m2m', 'accept'],
  reasons: [
    'MARK_TO_MARKET_REQUEST_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'QUANTITY_NOT_AVAILABLE',
    'WALLET_RETIRED',
  ],
})

export const rejectMarkToMarketRequest = operation({
  ...onRequest,
  id: 'rejectMarkToMarketRequest',
  path: '/mark-to-market-requests/{mark_to_market_request_id}:reject',
  summary: 'Reject a mark-to-market request',
  description: 'Rejects the request in full.',
  command: ['m2m', 'reject'],
  reasons: ['MARK_TO_MARKET_REQUEST_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})

export const disputeMarkToMarketRequest = operation({
  ...onRequest,
  id: 'disputeMarkToMarketRequest',
  path: '/mark-to-market-requests/{mark_to_market_request_id}:dispute',
  summary: 'Dispute a mark-to-market request',
  description:
    'Answers a request with a counter-valuation. A difference within the tolerance counts as an acceptance. Otherwise the undisputed part is transferred at once and the rest is disputed.',
  command: ['m2m', 'dispute'],
  body: Type.Object(
    {
      counter_notional_usd: described(
        DecimalString,
        'The amount that is due by your own valuation, in USD.',
        '125000.00',
      ),
      reason: DisputeReason,
      note: Type.Optional(label('A note for the creator.', 500, 'Our feed has 59,100 USD.')),
    },
    { title: 'DisputeMarkToMarketRequest', additionalProperties: false },
  ),
  reasons: [
    'MARK_TO_MARKET_REQUEST_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'QUANTITY_NOT_AVAILABLE',
    'WALLET_RETIRED',
    'VALUE_INVALID',
    'NOTHING_DISPUTED',
  ],
})

export const cancelMarkToMarketRequest = operation({
  ...onRequest,
  id: 'cancelMarkToMarketRequest',
  path: '/mark-to-market-requests/{mark_to_market_request_id}:cancel',
  summary: 'Cancel a mark-to-market request',
  description:
    'Withdraws a request that has no answer yet. If its transfer failed, was rejected or was cancelled, either side may cancel the request.',
  command: ['m2m', 'cancel'],
  reasons: [
    'MARK_TO_MARKET_REQUEST_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'COUNTERPARTY_LIMITED',
  ],
})

export const retryMarkToMarketRequest = operation({
  ...onRequest,
  id: 'retryMarkToMarketRequest',
  path: '/mark-to-market-requests/{mark_to_market_request_id}:retry',
  summary: 'Retry a mark-to-market request',
  description: 'Instructs the transfers that failed, were rejected or were cancelled again.',
  command: ['m2m', 'retry'],
  reasons: ['MARK_TO_MARKET_REQUEST_NOT_FOUND', 'INVALID_STATE', 'QUANTITY_NOT_AVAILABLE'],
})
