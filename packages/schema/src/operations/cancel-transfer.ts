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
    'Requests the cancellation of a transfer that returns a part of the asset. Either side may do this. The custodian may answer that it is too late. A transfer that was not yet sent to the custodian is never sent.',
  command: ['transfers', 'cancel'],
  group: 'transfers',
  roles: ['execution', 'admin'],
  safe: false,
  params: Type.Object(
    { transfer_id: described(Uuid, 'The id of the transfer.') },
    { additionalProperties: false },
  ),
  response: Transfer,
  reasons: ['TRANSFER_NOT_FOUND', 'INVALID_STATE'],
})
