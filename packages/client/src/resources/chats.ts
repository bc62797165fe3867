// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import type { EventStream, StreamOptions } from '../core/event-stream.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  Chat,
  ChatEntryList,
  ChatList,
  ListChatEntriesQuery,
  ListChatsQuery,
  MarkChatRead,
  PostChatMessage,
  ResolveChatAction,
  StreamChatEventsQuery,
} from '../types/chats.ts'
import type { ChatEntry, Event } from '../types/events.ts'

/** The threads of orders, between their two sides: messages, and what awaits an answer. */
export class Chats {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * List chats. Lists the chats that have entries, of the orders of the caller's organization. The
   * chat with the latest added or resolved entry comes first.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * A chat that changes between two pages moves to the front, and may be missed.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const chat of client.chats.list()) console.log(chat.order_id)
   * ```
   */
  list(filter: ListChatsQuery = {}, options: RequestOptions = {}): PageList<ChatList, Chat> {
    return this.#requests.list(listChats, { query: filter }, options)
  }

  /**
   * Get a chat. Returns the chat of one order, even if it has no entries yet.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param orderId The id of the order of the chat. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_NOT_FOUND`: The order was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const chat = await client.chats.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(orderId: string, options: RequestOptions = {}): Call<Chat> {
    return this.#requests.request(getChat, { params: { order_id: orderId } }, options)
  }

  /**
   * List the entries of a chat. Lists the messages and actions of one order's chat, newest first.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param orderId The id of the order of the chat. A UUID.
   * @param filter
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_NOT_FOUND`: The order was not found.
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const chatEntry of client.chats.entries('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')) console.log(chatEntry.id)
   * ```
   */
  entries(
    orderId: string,
    filter: ListChatEntriesQuery = {},
    options: RequestOptions = {},
  ): PageList<ChatEntryList, ChatEntry> {
    return this.#requests.list(
      listChatEntries,
      { params: { order_id: orderId }, query: filter },
      options,
    )
  }

  /**
   * Post a message. Posts a message in an order's chat. The lender and the borrower can read it.
   *
   * Roles: `execution`, `admin`.
   *
   * @param orderId The id of the order of the chat. A UUID.
   * @param body
   *   - `text`: 1 to 4000 characters, stored unchanged. Line breaks are allowed, other control
   *     characters are not.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_NOT_FOUND`: The order was not found.
   *   - `MUTED_BY_COUNTERPARTY`: The counterparty has muted the caller's organization.
   *   - `COUNTERPARTY_LIMITED`: Too many messages, new orders, proposals of terms, withdrawn
   *     requests or changes of wallets to this counterparty in this window.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const chatEntry = await client.chats.post('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', { text: 'When do you expect the return?' })
   * ```
   */
  post(orderId: string, body: PostChatMessage, options: RequestOptions = {}): Call<ChatEntry> {
    return this.#requests.request(postChatMessage, { params: { order_id: orderId }, body }, options)
  }

  /**
   * Resolve an action. Accepts or rejects the order or request of an open action. The effect and
   * the refusals are the same as those of the operation of that resource, such as `acceptOrder`.
   *
   * It is also refused for each reason that the operation of the resource has. Only an order is
   * accepted with wallets, and it needs both.
   *
   * Roles: `execution`, `admin`.
   *
   * @param orderId The id of the order of the chat. A UUID.
   * @param entryId The id of the chat entry. A UUID.
   * @param body
   *   - `decision`: The answer to the order or request.
   *   - `asset_wallet_id` (optional): Your wallet for the asset. Only to accept an order.
   *   - `collateral_wallet_id` (optional): Your wallet for the collateral. Only to accept an order
   *     or a substitution.
   *   - `terms_version` (optional): The `terms_version` of the order as it was read, as for
   *     `acceptOrder`. Only to accept an order.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_NOT_FOUND`: The order was not found.
   *   - `CHAT_ENTRY_NOT_FOUND`: The chat entry was not found.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `LIMIT_EXCEEDED`: The order exceeds a limit of one side for the other. The details contain
   *     the figures of own limits only.
   *   - `PARTY_NOT_PERMITTED`: Only another party to the deal may do this.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `AGREEMENT_MISSING`: No agreement between the lender and the borrower is in effect.
   *   - `TERMS_CHANGED`: Other terms are in effect by now than those that the request names.
   *   - `WALLET_UNSUITABLE`: A wallet does not belong to its party or cannot hold the asset.
   *   - `WALLET_RETIRED`: A wallet is retired: no order, acceptance or request takes it.
   *   - `PRICE_MISSING`: An asset of the position has no price.
   *   - `PRICE_STALE`: The newest price of an asset of the position is too old.
   *   - `MARK_TO_MARKET_REQUEST_NOT_FOUND`: The mark-to-market request was not found.
   *   - `QUANTITY_NOT_AVAILABLE`: Insufficient available quantity.
   *   - `ORDER_REQUEST_NOT_FOUND`: The order request was not found.
   *   - `COLLATERAL_NOT_ELIGIBLE`: The terms do not allow this collateral for the deal.
   *   - `MARK_TO_MARKET_REQUEST_OPEN`: The position has a mark-to-market request that awaits an
   *     answer or a retry.
   *   - `POSITION_QUANTITY_CHANGING`: A return, a recall or a close is changing the quantity of the
   *     position.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const chatEntry = await client.chats.resolve('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', { decision: 'accept' })
   * ```
   */
  resolve(
    orderId: string,
    entryId: string,
    body: ResolveChatAction,
    options: RequestOptions = {},
  ): Call<ChatEntry> {
    return this.#requests.request(
      resolveChatAction,
      { params: { order_id: orderId, entry_id: entryId }, body },
      options,
    )
  }

  /**
   * Mark a chat as read. Moves the read mark of the caller's account to an entry. The mark never
   * moves back. The counterparty does not see it.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param orderId The id of the order of the chat. A UUID.
   * @param body
   *   - `entry_id`: The last entry that the account has read. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `ORDER_NOT_FOUND`: The order was not found.
   *   - `CHAT_ENTRY_NOT_FOUND`: The chat entry was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const chat = await client.chats.read('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', { entry_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11' })
   * ```
   */
  read(orderId: string, body: MarkChatRead, options: RequestOptions = {}): Call<Chat> {
    return this.#requests.request(markChatRead, { params: { order_id: orderId }, body }, options)
  }

  /**
   * Stream chat events. Streams the events of the type `chat.updated` as server-sent events: an
   * entry was added, or an action was resolved.
   *
   * Iterate over it: each event comes once, in order. It connects again by itself, and continues
   * after the last event that it gave.
   *
   * Roles: `viewer`, `execution`, `admin`.
   *
   * @param filter
   *   - `order_id` (optional): Only the chat of this order. A UUID.
   *   - `after` (optional): Continues after this event cursor, like the header Last-Event-ID.
   *     Default: from now on.
   * @param options What ends the stream, and what is called at a reset or an interruption.
   * @throws {@link VadiumServiceError} with the reason
   *   - `EVENT_POSITION_INVALID`: The event cursor is invalid for this organization.
   * @throws {@link VadiumStreamResetError}, unless there is an `onReset`; and whatever every call
   *   may throw, see {@link VadiumError}, where it will not pass with time.
   * @example
   * ```ts
   * for await (const event of client.chats.stream()) console.log(event.id)
   * ```
   */
  stream(filter: StreamChatEventsQuery = {}, options: StreamOptions = {}): EventStream<Event> {
    return this.#requests.stream(streamChatEvents, { query: filter }, options)
  }
}

const chatEntryMembers =
  'id order_id number kind organization_id account_name text action close_out_id' + ' create_time'

const chatMembers =
  'order_id order_number counterparty_id counterparty_name last_entry' +
  ' open_action_count pending_approval_ids[] unread_count read_number update_time'

export const listChats: OperationOf<{ query: ListChatsQuery; answer: ChatList }> = new Read(
  'listChats',
  '/chats',
  'chats[]',
)

export const getChat: OperationOf<{ params: { order_id: string }; answer: Chat }> = new Read(
  'getChat',
  '/chats/{order_id}',
  chatMembers,
)

export const listChatEntries: OperationOf<{
  params: { order_id: string }
  query: ListChatEntriesQuery
  answer: ChatEntryList
}> = new Read('listChatEntries', '/chats/{order_id}/entries', 'entries[]')

export const postChatMessage: OperationOf<{
  params: { order_id: string }
  body: PostChatMessage
  answer: ChatEntry
}> = new Write('postChatMessage', '/chats/{order_id}/entries', chatEntryMembers, {})

export const resolveChatAction: OperationOf<{
  params: { order_id: string; entry_id: string }
  body: ResolveChatAction
  answer: ChatEntry
}> = new Write('resolveChatAction', '/chats/{order_id}/entries/{entry_id}:', chatEntryMembers, {})

export const markChatRead: OperationOf<{
  params: { order_id: string }
  body: MarkChatRead
  answer: Chat
}> = new Write('markChatRead', '/chats/{order_id}:read', chatMembers, {})

export const streamChatEvents: OperationOf<{ query: StreamChatEventsQuery; answer: Event }> =
  new Read('streamChatEvents', '/chatEvents:', 'id type time data{}', { streams: true })
