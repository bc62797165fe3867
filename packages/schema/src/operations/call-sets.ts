import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import {
  CallSet,
  callSetCalculationIdMax,
  CallSetDirection,
  CallSetPreview,
  callSetRowsMax,
} from '../resources/call-set.ts'
import { Uuid } from '../scalars.ts'

const params = Type.Object(
  { call_set_id: described(Uuid, 'The id of the call set.') },
  { additionalProperties: false },
)

const calculationId = Type.String({
  pattern: '^[A-Za-z0-9_-]+$',
  minLength: 1,
  maxLength: callSetCalculationIdMax,
  description: 'The `calculation_id` of a preview of a call set. Opaque.',
  examples: ['eyJ2IjoxfQ'],
  'x-expected': 'the calculation_id of a preview of a call set',
})

export const previewCallSet = operation({
  id: 'previewCallSet',
  method: 'POST',
  path: '/agreements/{agreement_id}:previewCallSet',
  summary: 'Preview a call set',
  description:
    'Computes the mark-to-market requests that could be created together now for the deals of an agreement, in one direction. Deals with an open request, a quantity that is changing, or no current price are left out, and so are those that owe in the other direction. Creates nothing.',
  command: ['call-sets', 'preview'],
  group: 'callSets',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  params: Type.Object(
    { agreement_id: described(Uuid, 'The agreement whose deals are called.') },
    { additionalProperties: false },
  ),
  body: Type.Object(
    {
      direction: CallSetDirection,
      position_ids: Type.Optional(
        Type.Array(Uuid, {
          minItems: 1,
          maxItems: callSetRowsMax,
          uniqueItems: true,
          description:
            'Only these positions of the agreement are looked at. Default: the oldest 2,000 that go on.',
        }),
      ),
      explain: Type.Optional(
        Type.Boolean({
          description:
            'Whether to return the calculation of each row: each input, step and rounding. Default: false.',
        }),
      ),
    },
    { title: 'CallSetPreviewRequest', additionalProperties: false },
  ),
  response: CallSetPreview,
  reasons: ['AGREEMENT_NOT_FOUND', 'POSITION_NOT_FOUND'],
})

export const createCallSet = operation({
  id: 'createCallSet',
  method: 'POST',
  path: '/call-sets',
  summary: 'Create a call set',
  description:
    'Creates the mark-to-market requests of a preview, all or none. If the inputs have since changed, or the rows have moved by more than the tolerance of the agreement, the call is refused. A deal that has fallen due since the preview is not called.',
  command: ['call-sets', 'create'],
  group: 'callSets',
  roles: ['execution', 'admin'],
  safe: false,
  body: Type.Object(
    { calculation_id: calculationId },
    { title: 'CreateCallSet', additionalProperties: false },
  ),
  response: CallSet,
  reasons: [
    'CALCULATION_INVALID',
    'PREVIEW_STALE',
    'MARK_TO_MARKET_NOT_DUE',
    'VALUE_INVALID',
    'WALLET_RETIRED',
  ],
})

export const listCallSets = operation({
  id: 'listCallSets',
  method: 'GET',
  path: '/call-sets',
  summary: 'List call sets',
  description:
    "Lists the call sets of the caller's organization, of either side, newest first. Their requests are in the list of mark-to-market requests.",
  command: ['call-sets', 'list'],
  group: 'callSets',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      agreement_id: Type.Optional(described(Uuid, 'Only call sets of this agreement.')),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('CallSetList', 'call_sets', CallSet),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const getCallSet = operation({
  id: 'getCallSet',
  method: 'GET',
  path: '/call-sets/{call_set_id}',
  summary: 'Get a call set',
  description: 'Returns one call set, with its requests by status.',
  command: ['call-sets', 'get'],
  group: 'callSets',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  params,
  response: CallSet,
  reasons: ['CALL_SET_NOT_FOUND'],
})

export const acceptCallSet = operation({
  id: 'acceptCallSet',
  method: 'POST',
  path: '/call-sets/{call_set_id}:accept',
  summary: 'Accept a call set',
  description:
    'Accepts all requests of the set that await an answer, and instructs their transfers: all or none. If one is refused, the error names it, and the set can be accepted except for that one.',
  command: ['call-sets', 'accept'],
  group: 'callSets',
  roles: ['execution', 'admin'],
  safe: false,
  params,
  body: Type.Object(
    {
      except: Type.Optional(
        Type.Array(Uuid, {
          maxItems: callSetRowsMax,
          uniqueItems: true,
          description: 'The ids of requests of the set that are not accepted. Default: none.',
        }),
      ),
    },
    { title: 'AcceptCallSet', additionalProperties: false },
  ),
  response: CallSet,
  reasons: [
    'CALL_SET_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'VALUE_INVALID',
    'QUANTITY_NOT_AVAILABLE',
    'WALLET_RETIRED',
  ],
})
