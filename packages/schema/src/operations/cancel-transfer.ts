import { Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { Transfer } from '../resources/transfer.ts'
import { Uuid } from '../scalars.ts'

export const cancelTransfer = operation({
  id: 'cancelTransfer',
  method: 'POST',
  path: '/transfers/{transfer_id}:cancel',
  summary: 'Cancel a transfer',
  description:
    'Has the asset of a part that goes back given up at its custodian, by either side; it may be too late. What no worker has taken by then is never sent.',
  command: ['transfers', 'cancel'],
  group: 'transfers',
  roles: ['execution', 'admin'],
  safe: false,
  params: Type.Object({ transfer_id: Uuid }, { additionalProperties: false }),
  response: Transfer,
  reasons: ['TRANSFER_NOT_FOUND', 'INVALID_STATE'],
})
