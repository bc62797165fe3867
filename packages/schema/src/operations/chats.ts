import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { TermsVersion } from '../resources/agreement.ts'
import { Chat, chatDecisions, ChatEntry, ChatText } from '../resources/chat.ts'
import { WalletId } from '../resources/custody.ts'
import { Event, streamParameters } from '../resources/event.ts'
import { Uuid } from '../scalars.ts'
import { acceptMarkToMarketRequest, rejectMarkToMarketRequest } from './mark-to-market-requests.ts'
import { acceptOrderRequest, rejectOrderRequest } from './order-requests.ts'
import { acceptOrder, rejectOrder } from './orders.ts'

const order_id = described(Uuid, 'The id of the order of the chat.')
const params = Type.Object({ order_id }, { additionalProperties: false })

export const listChats = operation({
  id: 'listChats',
  method: 'GET',
  path: '/chats',
  summary: 'List chats',
  description:
    "Lists the chats that have entries, of the orders of the caller's organization. The chat with the latest added or resolved entry comes first.",
  command: ['chats', 'list'],
  group: 'chats',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object({ ...pageParameters }, { additionalProperties: false }),
  response: pageOf('ChatList', 'chats', Chat),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const getChat = operation({
  id: 'getChat',
  method: 'GET',
  path: '/chats/{order_id}',
  summary: 'Get a chat',
  description: 'Returns the chat of one order, even if it has no entries yet.',
  command: ['chats', 'get'],
  group: 'chats',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  params,
  response: Chat,
  reasons: ['ORDER_NOT_FOUND'],
})

export const listChatEntries = operation({
  id: 'listChatEntries',
  method: 'GET',
  path: '/chats/{order_id}/entries',
  summary: 'List the entries of a chat',
  description: "Lists the messages and actions of one order's chat, newest first.",
  command: ['chats', 'entries'],
  group: 'chats',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  params,
  query: Type.Object({ ...pageParameters }, { additionalProperties: false }),
  response: pageOf('ChatEntryList', 'entries', ChatEntry),
  reasons: ['ORDER_NOT_FOUND', 'PAGE_TOKEN_INVALID'],
})

export const postChatMessage = operation({
  id: 'postChatMessage',
  method: 'POST',
  path: '/chats/{order_id}/entries',
  summary: 'Post a message',
  description: "Posts a message in an order's chat. The lender and the borrower can read it.",
  command: ['chats', 'post'],
  group: 'chats',
  roles: ['execution', 'admin'],
  safe: false,
  params,
  body: Type.Object({ text: ChatText }, { title: 'PostChatMessage', additionalProperties: false }),
  response: ChatEntry,
  reasons: ['ORDER_NOT_FOUND', 'MUTED_BY_COUNTERPARTY', 'COUNTERPARTY_LIMITED'],
})

const answers = [
  acceptOrder,
  rejectOrder,
  acceptMarkToMarketRequest,
  rejectMarkToMarketRequest,
  acceptOrderRequest,
  rejectOrderRequest,
] as const

export const resolveChatAction = operation({
  id: 'resolveChatAction',
  method: 'POST',
  path: '/chats/{order_id}/entries/{entry_id}:resolve',
  summary: 'Resolve an action',
  description:
    'Accepts or rejects the order or request of an open action. The effect and the refusals are the same as those of the operation of that resource, such as `acceptOrder`.',
  command: ['chats', 'resolve'],
  group: 'chats',
  roles: ['execution', 'admin'],
  safe: false,
  params: Type.Object(
    { order_id, entry_id: described(Uuid, 'The id of the chat entry.') },
    { additionalProperties: false },
  ),
  body: Type.Object(
    {
      decision: enumeration(chatDecisions, { description: 'The answer to the order or request.' }),
      asset_wallet_id: Type.Optional(
        described(WalletId, 'Your wallet for the asset. Only to accept an order.'),
      ),
      collateral_wallet_id: Type.Optional(
        described(
          WalletId,
          'Your wallet for the collateral. Only to accept an order or a substitution.',
        ),
      ),
      terms_version: Type.Optional(
        described(
          TermsVersion,
          'The `terms_version` of the order as it was read, as for `acceptOrder`. Only to accept an order.',
        ),
      ),
    },
    { title: 'ResolveChatAction', additionalProperties: false },
  ),
  response: ChatEntry,
  reasons: [
    ...new Set([
      'ORDER_NOT_FOUND' as const,
      'CHAT_ENTRY_NOT_FOUND' as const,
      'VALUE_INVALID' as const,
      ...answers.flatMap(({ reasons }) => reasons),
    ]),
  ],
})

export const markChatRead = operation({
  id: 'markChatRead',
  method: 'POST',
  path: '/chats/{order_id}:read',
  summary: 'Mark a chat as read',
  description:
    "Moves the read mark of the caller's account to an entry. The mark never moves back. The counterparty does not see it.",
  command: ['chats', 'read'],
  group: 'chats',
  roles: ['viewer', 'execution', 'admin'],
  safe: false,
  params,
  body: Type.Object(
    { entry_id: described(Uuid, 'The last entry that the account has read.') },
    { title: 'MarkChatRead', additionalProperties: false },
  ),
  response: Chat,
  reasons: ['ORDER_NOT_FOUND', 'CHAT_ENTRY_NOT_FOUND'],
})

export const streamChatEvents = operation({
  id: 'streamChatEvents',
  method: 'GET',
  path: '/chatEvents:stream',
  summary: 'Stream chat events',
  description:
    'Streams the events of the type `chat.updated` as server-sent events: an entry was added, or an action was resolved.',
  command: ['chats', 'tail'],
  group: 'chats',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      order_id: Type.Optional(described(Uuid, 'Only the chat of this order.')),
      ...streamParameters,
    },
    { additionalProperties: false },
  ),
  response: Event,
  streams: true,
  reasons: ['EVENT_POSITION_INVALID'],
})
