// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { ChatEntry } from './events.ts'

/** A page of chats. */
export interface ChatList {
  /** The items of this page. */
  chats: Chat[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/**
 * The messages between the lender and the borrower of an order, with the actions that await an
 * answer.
 */
export interface Chat {
  /** The order of the chat. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_number: number
  /** The organization id of the counterparty. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** The newest entry. Null if the chat is empty. */
  last_entry: ChatEntry | null
  /** The number of actions that await an answer of either side. */
  open_action_count: number
  /**
   * The requests of the caller's organization on this order that await approval, oldest first. The
   * other side does not see them.
   */
  pending_approval_ids: string[]
  /** The number of entries after the read mark of the caller's account, without its own entries. */
  unread_count: number
  /** The number of the last entry that the account has read. 0: it has read none. */
  read_number: number
  /**
   * When an entry was last added or resolved. Null if the chat is empty. RFC 3339 in UTC, with
   * milliseconds.
   */
  update_time: string | null
}

/** What `client.chats.list` can be asked for. */
export interface ListChatsQuery {
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** A page of entries. */
export interface ChatEntryList {
  /** The items of this page. */
  entries: ChatEntry[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.chats.entries` can be asked for. */
export interface ListChatEntriesQuery {
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** What `client.chats.post` takes. */
export interface PostChatMessage {
  /**
   * 1 to 4000 characters, stored unchanged. Line breaks are allowed, other control characters are
   * not. Expected: 1 to 4000 characters, not white space alone, with line breaks (LF, CR LF) but no
   * other control characters.
   */
  text: string
}

/** What `client.chats.resolve` takes. */
export interface ResolveChatAction {
  /** The answer to the order or request. */
  decision: 'accept' | 'reject'
  /**
   * Your wallet for the asset. Only to accept an order. Expected: 1 to 128 visible ASCII
   * characters.
   */
  asset_wallet_id?: string | undefined
  /**
   * Your wallet for the collateral. Only to accept an order or a substitution. Expected: 1 to 128
   * visible ASCII characters.
   */
  collateral_wallet_id?: string | undefined
  /**
   * The `terms_version` of the order as it was read, as for `acceptOrder`. Only to accept an order.
   */
  terms_version?: number | undefined
}

/** What `client.chats.read` takes. */
export interface MarkChatRead {
  /** The last entry that the account has read. A UUID. */
  entry_id: string
}

/** What `client.chats.stream` can be asked for. */
export interface StreamChatEventsQuery {
  /** Only the chat of this order. A UUID. */
  order_id?: string | undefined
  /**
   * Continues after this event cursor, like the header Last-Event-ID. Default: from now on.
   * Expected: the id of an event that this organization was given.
   */
  after?: string | undefined
}
