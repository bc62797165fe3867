import { Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { Transfer } from '../resources/transfer.ts'
import { Uuid } from '../scalars.ts'

export const getTransfer = operation({
  id: 'getTransfer',
  method: 'GET',
  path: '/transfers/{transfer_id}',
  summary: 'Get a transfer',
  description: 'One transfer that the organization of the caller sends or receives.',
  command: ['transfers', 'get'],
  group: 'transfers',
  roles: ['viewer', 'execution', 'reporting', 'admin'],
  safe: true,
  params: Type.Object({ transfer_id: Uuid }, { additionalProperties: false }),
  response: Transfer,
  reasons: ['TRANSFER_NOT_FOUND'],
})
