import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { identifier } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageParameters, pageToken } from '../paging.ts'
import { AssetSymbol } from '../resources/custody.ts'
import { Transfer } from '../resources/transfer.ts'
import { OrganizationName } from '../scalars.ts'

const CustodianName = identifier('The id of a custodian.', 64, 'fireblocks')

export const TransferFilter = Type.Object(
  {
    sender: Type.Optional(
      described(OrganizationName, 'Only transfers that this organization sends.'),
    ),
    receiver: Type.Optional(
      described(OrganizationName, 'Only transfers that this organization receives.'),
    ),
    senderCustodian: Type.Optional(
      described(CustodianName, 'Only transfers from wallets at this custodian.'),
    ),
    receiverCustodian: Type.Optional(
      described(CustodianName, 'Only transfers to wallets at this custodian.'),
    ),
    status: Type.Optional(identifier('Only transfers with this status.', 64, 'IN_PROGRESS')),
    orderId: Type.Optional(
      Type.Integer({
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only transfers of the order with this number.',
        examples: [1042],
      }),
    ),
    token: Type.Optional(described(AssetSymbol, 'Only transfers of this asset.')),
    ...pageParameters,
  },
  { additionalProperties: false },
)
/** The filters of the transfer list. A transfer must match all of them. */
export type TransferFilter = Static<typeof TransferFilter>

export const listTransfers = operation({
  id: 'listTransfers',
  method: 'GET',
  path: '/transfers',
  summary: 'List transfers',
  description:
    "Lists the transfers that the caller's organization sends or receives, newest first. A transfer must match all given filters. With several filters, a page may have fewer transfers than requested, or none, and still be followed by another.",
  command: ['transfers', 'list'],
  group: 'transfers',
  roles: ['viewer', 'execution', 'reporting', 'admin'],
  safe: true,
  query: TransferFilter,
  response: Type.Object(
    {
      transfers: Type.Array(Transfer, { description: 'The items of this page.' }),
      next_page_token: Type.Optional(pageToken),
    },
    { title: 'TransferList', additionalProperties: false },
  ),
  errors: [400, 401, 403, 422, 429, 500],
  reasons: ['PAGE_TOKEN_INVALID', 'TRANSFER_STATUS_UNKNOWN', 'CUSTODIAN_UNKNOWN'],
})
