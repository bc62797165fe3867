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
    'Asks the custodian of the sender to give up a transfer under way, for which it may be too late. What was never sent no longer is. For the side that sends; for either where a part of the asset goes back.',
  command: ['transfers', 'cancel'],
  group: 'transfers',
  roles: ['execution', 'admin'],
  safe: false,
  params: Type.Object({ transfer_id: Uuid }, { additionalProperties: false }),
  response: Transfer,
  reasons: ['TRANSFER_NOT_FOUND', 'PARTY_NOT_PERMITTED', 'INVALID_STATE'],
})
