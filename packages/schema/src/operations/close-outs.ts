import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { identifier, label } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { CloseOut } from '../resources/close-out.ts'
import { CloseOutCauseName } from '../resources/close-out-cause.ts'
import { Uuid } from '../scalars.ts'

const params = Type.Object(
  { close_out_id: described(Uuid, 'The id of the close-out.') },
  { additionalProperties: false },
)

/** The parts that all actions on a close-out have in common. */
const onCloseOut = {
  method: 'POST',
  group: 'closeOuts',
  roles: ['execution', 'admin'],
  safe: false,
  params,
  response: CloseOut,
} as const

export const createCloseOut = operation({
  id: 'createCloseOut',
  method: 'POST',
  path: '/close-outs',
  summary: 'Declare a default',
  description:
    'Declares a default of the other side. The terms of the order must name the cause, and the service checks that it is the case. Both sides are notified. The notice ends when the cause is cured, when the declarer withdraws it, and 30 days after the time from which it can be terminated.',
  command: ['close-outs', 'create'],
  group: 'closeOuts',
  roles: ['execution', 'admin'],
  safe: false,
  body: Type.Object(
    {
      position_id: described(Uuid, 'The position of the deal.'),
      cause: CloseOutCauseName,
      note: Type.Optional(
        label('A note for the other side.', 500, 'No top-up has arrived since Monday.'),
      ),
    },
    { title: 'NewCloseOut', additionalProperties: false },
  ),
  response: CloseOut,
  reasons: [
    'POSITION_NOT_FOUND',
    'INVALID_STATE',
    'CAUSE_NOT_AGREED',
    'PARTY_NOT_PERMITTED',
    'CAUSE_NOT_PRESENT',
    'ALREADY_EXISTS',
    'COLLATERAL_MANAGED_BY_AGENT',
    'PRICE_MISSING',
    'PRICE_STALE',
  ],
})

export const listCloseOuts = operation({
  id: 'listCloseOuts',
  method: 'GET',
  path: '/close-outs',
  summary: 'List close-outs',
  description:
    "Lists the declared defaults and close-outs of the caller's organization, of either side, newest first. A close-out must match all given filters.",
  command: ['close-outs', 'list'],
  group: 'closeOuts',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      status: Type.Optional(identifier('Only close-outs with this status.', 64, 'NOTICE')),
      position_id: Type.Optional(described(Uuid, 'Only close-outs of this position.')),
      cause: Type.Optional(CloseOutCauseName),
      declarer_id: Type.Optional(described(Uuid, 'Only those that this organization declared.')),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('CloseOutList', 'close_outs', CloseOut),
  reasons: ['PAGE_TOKEN_INVALID', 'STATUS_UNKNOWN'],
})

export const getCloseOut = operation({
  id: 'getCloseOut',
  method: 'GET',
  path: '/close-outs/{close_out_id}',
  summary: 'Get a close-out',
  description: 'Returns one close-out with the actions that the caller may take.',
  command: ['close-outs', 'get'],
  group: 'closeOuts',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  params,
  response: CloseOut,
  reasons: ['CLOSE_OUT_NOT_FOUND'],
})

export const withdrawCloseOut = operation({
  ...onCloseOut,
  id: 'withdrawCloseOut',
  path: '/close-outs/{close_out_id}:withdraw',
  summary: 'Withdraw a notice',
  description:
    'Withdraws a declared default that has not been terminated. It counts as a withdrawal between the two organizations, and the same cause cannot be declared again within the hour.',
  command: ['close-outs', 'withdraw'],
  reasons: ['CLOSE_OUT_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE', 'COUNTERPARTY_LIMITED'],
})

export const terminateCloseOut = operation({
  ...onCloseOut,
  id: 'terminateCloseOut',
  path: '/close-outs/{close_out_id}:terminate',
  summary: 'Terminate a deal in default',
  description:
    'Ends the deal at the prices of now, if the cause is still the case. The declarer keeps what covers its claim, at the price less the discount of the terms. What is left goes back; what is not covered is a residual claim. Requests of the deal that await an answer end. Transfers of the deal that are being sent or confirmed count if they arrive in time: until then the statement is provisional, and it is booked when none is under way any more. The cancellation of all other transfers is requested, and what arrives of them is sent back. In part, if the terms say so: the declarer keeps only as much as restores the requirement, so much of the asset need not be returned any more, and the deal goes on with the rest, its requests and its transfers.',
  command: ['close-outs', 'terminate'],
  reasons: [
    'CLOSE_OUT_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'CAUSE_NOT_PRESENT',
    'CURE_UNDER_WAY',
    'QUANTITY_NOT_AVAILABLE',
    'PRICE_MISSING',
    'PRICE_STALE',
    'PRICE_HELD',
  ],
})

export const retryCloseOut = operation({
  ...onCloseOut,
  id: 'retryCloseOut',
  path: '/close-outs/{close_out_id}:retry',
  summary: 'Retry a close-out',
  description:
    'Instructs the transfer of what goes back again, if it failed, was rejected or was cancelled.',
  command: ['close-outs', 'retry'],
  reasons: [
    'CLOSE_OUT_NOT_FOUND',
    'PARTY_NOT_PERMITTED',
    'INVALID_STATE',
    'QUANTITY_NOT_AVAILABLE',
  ],
})

export const receiveCloseOut = operation({
  ...onCloseOut,
  id: 'receiveCloseOut',
  path: '/close-outs/{close_out_id}:receive',
  summary: 'Confirm what came back',
  description:
    'The party in default confirms that what goes back has reached it outside of the service. Not possible while a transfer of it is under way.',
  command: ['close-outs', 'receive'],
  reasons: ['CLOSE_OUT_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})

export const dischargeCloseOut = operation({
  ...onCloseOut,
  id: 'dischargeCloseOut',
  path: '/close-outs/{close_out_id}:discharge',
  summary: 'Discharge a residual claim',
  description:
    'The declarer confirms that the residual claim was paid outside of the service, or waives it.',
  command: ['close-outs', 'discharge'],
  reasons: ['CLOSE_OUT_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})
