import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { Transfer } from '../resources/transfer.ts'
import { Uuid } from '../scalars.ts'

export const cancelTransfer = operation({
  id: 'cancelTransfer',
  method: 'POST',
  path: '/transfers/{transfer_id}:cancel',
  summary: 'Cancel a transfer',
  description:
    'Requests the cancellation of a transfer. Either side may do this for a transfer that returns a part of the asset, and the sender for collateral that it sends without a call and that is not yet broadcast. Any other transfer, except those of a close and what a substitution sends back, can be cancelled by its receiver once it is late (`settlement_time_seconds` of the terms, or else `TRANSFER_LATE_AFTER_S`). The transfer stays under way until its custodian answers, which may be that it is too late. A transfer that was not yet sent to the custodian is never sent. With the last late transfer of a mark-to-market request, the request is cancelled.',
  command: ['transfers', 'cancel'],
  group: 'transfers',
  roles: ['execution', 'admin'],
  safe: false,
  params: Type.Object(
    { transfer_id: described(Uuid, 'The id of the transfer.') },
    { additionalProperties: false },
  ),
  response: Transfer,
  reasons: ['TRANSFER_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})
