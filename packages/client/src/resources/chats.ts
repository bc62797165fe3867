import {
  getChat,
  listChatEntries,
  listChats,
  markChatRead,
  postChatMessage,
  resolveChatAction,
  streamChatEvents,
} from '@vadium/schema'
import type { Chat, ChatEntry, Event } from '../answers.ts'
import type { EventStream, StreamOptions } from '../core/event-stream.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type ChatList = Answer<typeof listChats>
type ChatEntryList = Answer<typeof listChatEntries>

/** The threads of orders, between their two sides: messages, and what awaits an answer. */
export class Chats {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * The threads in which anything stands, the one in which something was last added or resolved first. One in
   * which that happens between two pages moves to the front: it is not met again, and may not be met at all.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listChats> = {},
    options: RequestOptions = {},
  ): PageList<ChatList, Chat> {
    return this.#requests.list(listChats, { query: filter }, options)
  }

  /**
   * The thread of one order, also one in which nothing stands yet.
   *
   * @throws VadiumServiceError `ORDER_NOT_FOUND`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  get(orderId: string, options: RequestOptions = {}): Promise<Chat> {
    return this.#requests.request(getChat, { params: { order_id: orderId } }, options)
  }

  /**
   * Messages and actions of the thread of one order, newest first.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `ORDER_NOT_FOUND`, `PAGE_TOKEN_INVALID`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  entries(
    orderId: string,
    filter: QueryInput<typeof listChatEntries> = {},
    options: RequestOptions = {},
  ): PageList<ChatEntryList, ChatEntry> {
    return this.#requests.list(
      listChatEntries,
      { params: { order_id: orderId }, query: filter },
      options,
    )
  }

  /**
   * Writes into the thread of an order, for both of its sides to read.
   *
   * @throws VadiumServiceError `ORDER_NOT_FOUND`, `MUTED_BY_COUNTERPARTY`, `COUNTERPARTY_LIMITED`;
   *   and what every call may throw: see {@link VadiumError}.
   */
  post(
    orderId: string,
    body: BodyInput<typeof postChatMessage>,
    options: RequestOptions = {},
  ): Promise<ChatEntry> {
    return this.#requests.request(postChatMessage, { params: { order_id: orderId }, body }, options)
  }

  /**
   * Answers in the thread what awaits an answer: does what the operation of the resource does, and refuses
   * what that refuses. An order is accepted with both wallets; nothing else takes any.
   *
   * @throws VadiumServiceError `ORDER_NOT_FOUND`, `CHAT_ENTRY_NOT_FOUND`, `VALUE_INVALID`,
   *   `INVALID_STATE`, `PARTY_NOT_PERMITTED`, and what else the operation of the resource gives; and what
   *   every call may throw: see {@link VadiumError}.
   */
  resolve(
    orderId: string,
    entryId: string,
    body: BodyInput<typeof resolveChatAction>,
    options: RequestOptions = {},
  ): Promise<ChatEntry> {
    return this.#requests.request(
      resolveChatAction,
      { params: { order_id: orderId, entry_id: entryId }, body },
      options,
    )
  }

  /**
   * Says up to which entry the account of the caller has read. Its mark never moves back, and nobody else
   * sees it.
   *
   * @throws VadiumServiceError `ORDER_NOT_FOUND`, `CHAT_ENTRY_NOT_FOUND`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  read(
    orderId: string,
    body: BodyInput<typeof markChatRead>,
    options: RequestOptions = {},
  ): Promise<Chat> {
    return this.#requests.request(markChatRead, { params: { order_id: orderId }, body }, options)
  }

  /**
   * The events `chat.updated` as they are committed, from now on or after a position, each once and in order. It
   * connects again and goes on by itself, for as long as it is iterated over.
   *
   * @throws VadiumServiceError for what will not pass with time, such as `EVENT_POSITION_INVALID`,
   *   `UNAUTHENTICATED`, `ROLE_NOT_PERMITTED`; VadiumStreamResetError, unless there is an `onReset`; VadiumAbortError.
   */
  stream(
    filter: QueryInput<typeof streamChatEvents> = {},
    options: StreamOptions = {},
  ): EventStream<Event> {
    return this.#requests.stream(streamChatEvents, { query: filter }, options)
  }
}
