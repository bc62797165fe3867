// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { ChatEntry } from './events.ts'

/** A page of chats. */
export interface ChatList {
  /** The chats of this page. */
  chats: Chat[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** The thread of an order, between its two sides. */
export interface Chat {
  /** The id of the order. A UUID. */
  order_id: string
  /** The number of the order, for people. */
  order_number: number
  /** The other side. A UUID. */
  counterparty_id: string
  /** The name of the counterparty. */
  counterparty_name: string
  /** The newest entry. Null while there is none. */
  last_entry: ChatEntry | null
  /** How many entries await an answer, by either side. */
  open_action_count: number
  /** How many entries after the read mark of the account of the caller were not its own. */
  unread_count: number
  /** The number of the entry up to which that account has read. 0: of none. */
  read_number: number
  /**
   * When an entry was last added or resolved. Null while there is none. RFC 3339 in UTC, with
   * milliseconds.
   */
  update_time: string | null
}

/** What `client.chats.list` can be asked for. */
export interface ListChatsQuery {
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}

/** A page of entries. */
export interface ChatEntryList {
  /** The entries of this page. */
  entries: ChatEntry[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.chats.entries` can be asked for. */
export interface ListChatEntriesQuery {
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}

/** What `client.chats.post` takes. */
export interface PostChatMessage {
  /**
   * 1 to 4000 characters, kept byte for byte. Line breaks, but no other control characters.
   * Expected: 1 to 4000 characters, not white space alone, with line breaks (LF, CR LF) but no
   * other control characters.
   */
  text: string
}

/** What `client.chats.resolve` takes. */
export interface ResolveChatAction {
  /** The answer. */
  decision: 'accept' | 'reject'
  /**
   * Your wallet for the asset: only where an order is accepted. Expected: 1 to 128 visible ASCII
   * characters.
   */
  asset_wallet_id?: string | undefined
  /**
   * Your wallet for the collateral: only where an order is accepted. Expected: 1 to 128 visible
   * ASCII characters.
   */
  collateral_wallet_id?: string | undefined
}

/** What `client.chats.read` takes. */
export interface MarkChatRead {
  /** The last entry that was read. A UUID. */
  entry_id: string
}

/** What `client.chats.stream` can be asked for. */
export interface StreamChatEventsQuery {
  /** Only the thread of this order. A UUID. */
  order_id?: string | undefined
  /**
   * Goes on after this position, as the header Last-Event-ID does. From now on unless given.
   * Expected: the id of an event that this organization was given.
   */
  after?: string | undefined
}
