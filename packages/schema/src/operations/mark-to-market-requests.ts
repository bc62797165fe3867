import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { identifier, label } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { formatParameter, pageOf, pageParameters } from '../paging.ts'
import { calculationId } from '../resources/calculation.ts'
import { DisputeReason, MarkToMarketRequest } from '../resources/mark-to-market-request.ts'
import { DecimalString, Uuid } from '../scalars.ts'
import { previewMarkToMarketRequest } from './preview-mark-to-market-request.ts'

const params = Type.Object({ mark_to_market_request_id: Uuid }, { additionalProperties: false })

/** What all that is done with a request has in common. */
const onRequest = {
  method: 'POST',
  group: 'markToMarketRequests',
  roles: ['execution', 'admin'],
  safe: false,
  params,
  response: MarkToMarketRequest,
} as const

const filters = {
  status: Type.Optional(identifier('The status of the request.')),
  position_id: Type.Optional(described(Uuid, 'Only those of this position.')),
}

export const createMarkToMarketRequest = operation({
  id: 'createMarkToMarketRequest',
  method: 'POST',
  path: '/mark-to-market-requests',
  summary: 'Create a mark-to-market request',
  description:
    'Asks for what a preview has shown. Where the inputs have moved beyond the tolerance of the agreement, it is refused with the new preview.',
  command: ['m2m', 'create'],
  group: 'markToMarketRequests',
  roles: ['execution', 'admin'],
  safe: false,
  body: Type.Object(
    {
      position_id: described(Uuid, 'The position to mark.'),
      calculation_id: described(
        calculationId,
        'The calculation of the preview, asked for with `explain`.',
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
  ],
})

export const listMarkToMarketRequests = operation({
  id: 'listMarkToMarketRequests',
  method: 'GET',
  path: '/mark-to-market-requests',
  summary: 'List mark-to-market requests',
  description:
    'The requests of the positions of the organization of the caller, newest first. All filters given must hold.',
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
  description: 'All of the list at once, newest first, as JSON or CSV, written as it is read.',
  command: ['m2m', 'export'],
  group: 'markToMarketRequests',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object({ ...filters, ...formatParameter }, { additionalProperties: false }),
  response: Type.Object(
    { mark_to_market_requests: Type.Array(MarkToMarketRequest) },
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
  description: 'One request, and what the caller may do with it.',
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
    'Agrees: the collateral is instructed to move. In a dispute, the side that was asked gives in (concede), or the side that asked lets the counter-figure stand (settle or conclude).',
  command: ['m2m', 'accept'],
  reasons: [
    'MARK_TO_MARKET_REQUEST_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'QUANTITY_NOT_AVAILABLE',
  ],
})

export const rejectMarkToMarketRequest = operation({
  ...onRequest,
  id: 'rejectMarkToMarketRequest',
  path: '/mark-to-market-requests/{mark_to_market_request_id}:reject',
  summary: 'Reject a mark-to-market request',
  description: 'Says no to all of it.',
  command: ['m2m', 'reject'],
  reasons: ['MARK_TO_MARKET_REQUEST_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})

export const disputeMarkToMarketRequest = operation({
  ...onRequest,
  id: 'disputeMarkToMarketRequest',
  path: '/mark-to-market-requests/{mark_to_market_request_id}:dispute',
  summary: 'Dispute a mark-to-market request',
  description:
    'Answers with another figure. Within the tolerance that is an agreement; beyond it the undisputed part moves at once, and the rest is a dispute.',
  command: ['m2m', 'dispute'],
  body: Type.Object(
    {
      counter_notional_usd: described(DecimalString, 'What you say is due, in USD.'),
      reason: DisputeReason,
      note: Type.Optional(label('What there is to say about it.', 500)),
    },
    { title: 'DisputeMarkToMarketRequest', additionalProperties: false },
  ),
  reasons: [
    'MARK_TO_MARKET_REQUEST_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'QUANTITY_NOT_AVAILABLE',
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
    'Withdraws a request that is not answered yet; or, for either side, gives up one whose transfer came to nothing.',
  command: ['m2m', 'cancel'],
  reasons: ['MARK_TO_MARKET_REQUEST_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})

export const retryMarkToMarketRequest = operation({
  ...onRequest,
  id: 'retryMarkToMarketRequest',
  path: '/mark-to-market-requests/{mark_to_market_request_id}:retry',
  summary: 'Retry a mark-to-market request',
  description: 'Instructs anew the transfers that came to nothing.',
  command: ['m2m', 'retry'],
  reasons: ['MARK_TO_MARKET_REQUEST_NOT_FOUND', 'INVALID_STATE', 'QUANTITY_NOT_AVAILABLE'],
})
