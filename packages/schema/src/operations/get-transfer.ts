import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { TransferWithSteps } from '../resources/transfer.ts'
import { Uuid } from '../scalars.ts'

export const getTransfer = operation({
  id: 'getTransfer',
  method: 'GET',
  path: '/transfers/{transfer_id}',
  summary: 'Get a transfer',
  description:
    "Returns one transfer that the caller's organization sends or receives, with the times of its steps.",
  command: ['transfers', 'get'],
  group: 'transfers',
  roles: ['viewer', 'execution', 'reporting', 'admin'],
  safe: true,
  params: Type.Object(
    { transfer_id: described(Uuid, 'The id of the transfer.') },
    { additionalProperties: false },
  ),
  response: TransferWithSteps,
  reasons: ['TRANSFER_NOT_FOUND'],
})
