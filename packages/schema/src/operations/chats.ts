import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { Chat, chatDecisions, ChatEntry, ChatText } from '../resources/chat.ts'
import { WalletId } from '../resources/custody.ts'
import { Event, streamParameters } from '../resources/event.ts'
import { Uuid } from '../scalars.ts'
import { acceptMarkToMarketRequest, rejectMarkToMarketRequest } from './mark-to-market-requests.ts'
import { acceptOrderRequest, rejectOrderRequest } from './order-requests.ts'
import { acceptOrder, rejectOrder } from './orders.ts'

const params = Type.Object({ order_id: Uuid }, { additionalProperties: false })

export const listChats = operation({
  id: 'listChats',
  method: 'GET',
  path: '/chats',
  summary: 'List chats',
  description:
    'The threads of the orders of the organization of the caller in which anything stands, the one in which something was last added or resolved first.',
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
  description: 'The thread of one order, also one in which nothing stands yet.',
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
  description: 'Messages and actions of the thread of one order, newest first.',
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
  description: 'Writes into the thread of an order, for both of its sides to read.',
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
    'Answers in the thread what awaits an answer: does what the operation of the resource does, and refuses what that refuses.',
  command: ['chats', 'resolve'],
  group: 'chats',
  roles: ['execution', 'admin'],
  safe: false,
  params: Type.Object({ order_id: Uuid, entry_id: Uuid }, { additionalProperties: false }),
  body: Type.Object(
    {
      decision: enumeration(chatDecisions, { description: 'The answer.' }),
      asset_wallet_id: Type.Optional(
        described(WalletId, 'Your wallet for the asset: only where an order is accepted.'),
      ),
      collateral_wallet_id: Type.Optional(
        described(WalletId, 'Your wallet for the collateral: only where an order is accepted.'),
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
    'Says up to which entry the account of the caller has read. The mark of an account never moves back, and the other side does not see it.',
  command: ['chats', 'read'],
  group: 'chats',
  roles: ['viewer', 'execution', 'admin'],
  safe: false,
  params,
  body: Type.Object(
    { entry_id: described(Uuid, 'The last entry that was read.') },
    { title: 'MarkChatRead', additionalProperties: false },
  ),
  response: Chat,
  reasons: ['ORDER_NOT_FOUND', 'CHAT_ENTRY_NOT_FOUND'],
})

export const streamChatEvents = operation({
  id: 'streamChatEvents',
  method: 'GET',
  path: '/chatEvents:stream',
  summary: 'Stream what happens in chats',
  description:
    'The events `chat.updated` of the log as server-sent events: an entry was added, or its action resolved.',
  command: ['chats', 'tail'],
  group: 'chats',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      order_id: Type.Optional(described(Uuid, 'Only the thread of this order.')),
      ...streamParameters,
    },
    { additionalProperties: false },
  ),
  response: Event,
  streams: true,
  reasons: ['EVENT_POSITION_INVALID'],
})
