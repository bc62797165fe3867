import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { identifier } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageParameters, pageToken } from '../paging.ts'
import { Transfer } from '../resources/transfer.ts'
import { OrganizationName } from '../scalars.ts'

export const TransferFilter = Type.Object(
  {
    sender: Type.Optional(described(OrganizationName, 'The sending organization.')),
    receiver: Type.Optional(described(OrganizationName, 'The receiving organization.')),
    senderCustodian: Type.Optional(identifier('The custodian of the sender.')),
    receiverCustodian: Type.Optional(identifier('The custodian of the receiver.')),
    status: Type.Optional(identifier('The status of the transfer.')),
    orderId: Type.Optional(
      Type.Integer({
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The number of the order.',
      }),
    ),
    token: Type.Optional(identifier('The asset that moves.')),
    ...pageParameters,
  },
  { additionalProperties: false },
)
/** Filters of the listing of transfers. All that are given must hold. */
export type TransferFilter = Static<typeof TransferFilter>

export const listTransfers = operation({
  id: 'listTransfers',
  method: 'GET',
  path: '/transfers',
  summary: 'List transfers',
  description:
    'The transfers that the organization of the caller sends or receives, newest first. All filters given must hold.',
  command: ['transfers', 'list'],
  group: 'transfers',
  roles: ['viewer', 'execution', 'reporting', 'admin'],
  safe: true,
  query: TransferFilter,
  response: Type.Object(
    { transfers: Type.Array(Transfer), next_page_token: Type.Optional(pageToken) },
    { title: 'TransferList', additionalProperties: false },
  ),
  errors: [400, 401, 403, 422, 429, 500],
  reasons: ['PAGE_TOKEN_INVALID', 'TRANSFER_STATUS_UNKNOWN', 'CUSTODIAN_UNKNOWN'],
})
