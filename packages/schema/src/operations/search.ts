import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, identifier, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { operation, type Operation } from '../operation.ts'
import { type Role, roles } from '../roles.ts'
import { Uuid } from '../scalars.ts'
import { listAccounts } from './accounts.ts'
import { getAgreement } from './agreements.ts'
import { getApproval } from './approvals.ts'
import { listAuditEntries } from './audit.ts'
import { listChatEntries } from './chats.ts'
import { getCloseOut } from './close-outs.ts'
import { listCredentials } from './credentials.ts'
import { listWallets } from './custody.ts'
import { getTransfer } from './get-transfer.ts'
import { getMarkToMarketRequest } from './mark-to-market-requests.ts'
import { getNotification } from './notifications.ts'
import { getOrderRequest } from './order-requests.ts'
import { getOrder } from './orders.ts'
import { getPosition } from './positions.ts'
import { listPriceSources } from './price-sources.ts'
import { getWebhookDelivery, getWebhookEndpoint } from './webhooks.ts'

/** What a search finds, each with the operation whose roles may find it. */
const searched = {
  order: getOrder,
  position: getPosition,
  mark_to_market_request: getMarkToMarketRequest,
  order_request: getOrderRequest,
  close_out: getCloseOut,
  transfer: getTransfer,
  agreement: getAgreement,
  organization: getAgreement,
  chat_entry: listChatEntries,
  approval: getApproval,
  notification: getNotification,
  wallet: listWallets,
  account: listAccounts,
  credential: listCredentials,
  webhook_endpoint: getWebhookEndpoint,
  webhook_delivery: getWebhookDelivery,
  price_source: listPriceSources,
  audit_entry: listAuditEntries,
} as const satisfies Readonly<Record<string, Operation>>

export type SearchKind = keyof typeof searched

export const searchKinds = Object.keys(searched) as readonly SearchKind[]

/** Whether a role may find resources of a kind: those that may read them. */
export function mayFind(role: Role, kind: SearchKind): boolean {
  const permitted: readonly Role[] = searched[kind].roles
  return permitted.includes(role)
}

export const searchResultsMax = 20

/** So much of an id, from its beginning, finds what it belongs to. */
export const idBeginningMin = 8

export const FoundResource = Type.Object(
  {
    kind: enumeration(searchKinds, { description: 'What was found.' }),
    id: text(
      'The id with which its own operation reads it.',
      '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
    ),
    label: text('What it is, for people.', 'Order 1042: 2.5 BTC against USDC'),
    order_id: nullable(Uuid, 'The order that it belongs to. Null if it belongs to none.'),
  },
  {
    title: 'FoundResource',
    additionalProperties: false,
    description: 'A resource that a search has found.',
  },
)
export type FoundResource = Static<typeof FoundResource>

export const search = operation({
  id: 'search',
  method: 'GET',
  path: '/search',
  summary: 'Find a resource',
  description:
    "Finds what has a number or an id, among what the caller's organization and role may read: an order and its position by its number, a resource by its id, a transfer by its id at the custodian, an entry of the audit trail by the id of its request. The first 8 characters of an id, or more of them, find orders, positions, transfers, approvals, and requests of both kinds. What others have is not found, like what does not exist.",
  command: ['search', 'find'],
  group: 'search',
  roles,
  safe: true,
  bulk: true,
  query: Type.Object(
    {
      query: described(
        identifier('The text.', 128),
        `An order number, the id of a resource, the id of a transfer at its custodian, or a request id. Compared as a whole, but for the first ${idBeginningMin} or more characters of an id.`,
        '1042',
      ),
    },
    { additionalProperties: false },
  ),
  response: Type.Object(
    {
      results: Type.Array(FoundResource, {
        maxItems: searchResultsMax,
        description: `What was found, at most ${searchResultsMax}, of each kind some. Empty if nothing was.`,
      }),
    },
    { title: 'SearchResults', additionalProperties: false, description: 'What was found.' },
  ),
  reasons: [],
})
