import {
  type acceptOrder,
  type acceptOrderRequest,
  type AnsweredResource,
  type Chat,
  type ChatEntry,
  listChatEntries,
  listChats,
  type markChatRead,
  type OperationBody,
  type OperationQuery,
  type postChatMessage,
  type resolveChatAction,
} from '@vadium/schema'
import type { JsonText } from '../../../platform/json-text.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { Lists } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lockDeal } from '../parties/deal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { CounterpartyTraffic } from '../../access/index.ts'
import type { ChatRepository, ChatRow } from './chats.repository.ts'
import { type OfferingOf, shownEntries } from './shown-entries.ts'
import { addEntry, entryEvents, readEntry } from './thread-entries.ts'
import { entryResource, type EntryRow } from './thread-entry.ts'

type Resolution = OperationBody<typeof resolveChatAction>
/** What an order is accepted with, and no other answer has. */
type Acceptance = Omit<Resolution, 'decision'>

/** The answers to a resource, as its own operations give them. */
interface Answering<Acceptance = OperationBody<typeof acceptOrder>> {
  accept(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    acceptance: Acceptance,
  ): Promise<object | Refusal>
  reject(tx: WriteTransaction, caller: Caller, id: string): Promise<object | Refusal>
}

/** What threads are made of. */
export interface ChatParts {
  readonly chats: ChatRepository
  readonly lists: Lists
  readonly answering: Readonly<Record<Exclude<AnsweredResource, 'order_request'>, Answering>> & {
    readonly order_request: Answering<OperationBody<typeof acceptOrderRequest>>
  }
  readonly offering: OfferingOf
  readonly traffic: CounterpartyTraffic
}

/** The threads of orders: messages, and actions that await an answer. */
export class ChatService {
  readonly #chats: ChatRepository
  readonly #lists: Lists
  readonly #answering: ChatParts['answering']
  readonly #offering: OfferingOf
  readonly #traffic: CounterpartyTraffic

  constructor({ chats, lists, answering, offering, traffic }: ChatParts) {
    this.#chats = chats
    this.#lists = lists
    this.#answering = answering
    this.#offering = offering
    this.#traffic = traffic
  }

  list(caller: Caller, query: OperationQuery<typeof listChats>): Promise<JsonText | Refusal> {
    return this.#lists.answer(listChats, caller, query, 'chats', async (after, pageSize) => {
      const page = await this.#chats.page(caller, after, pageSize)
      if (page instanceof Refusal) return page
      const items = await this.#shown(caller, page.items)
      return items instanceof Refusal ? items : { ...page, items }
    })
  }

  async get(caller: Caller, orderId: string): Promise<Chat | Refusal> {
    const chat = await this.#chats.find(caller, orderId)
    if (chat instanceof Refusal) return chat
    return chat === undefined ? orderNotFound(orderId) : this.#shownOne(caller, chat)
  }

  entries(
    caller: Caller,
    orderId: string,
    query: OperationQuery<typeof listChatEntries>,
  ): Promise<JsonText | Refusal> {
    return this.#lists.answer(
      listChatEntries,
      caller,
      query,
      'entries',
      async (after, pageSize) => {
        const page = await this.#chats.entries(caller, orderId, after, pageSize)
        if (page === undefined) return orderNotFound(orderId)
        if (page instanceof Refusal) return page
        const items = await shownEntries(this.#offering, caller, page.items)
        return items instanceof Refusal ? items : { ...page, items }
      },
      { order_id: orderId },
    )
  }

  async post(
    tx: WriteTransaction,
    caller: Caller,
    orderId: string,
    { text }: OperationBody<typeof postChatMessage>,
  ): Promise<ChatEntry | Refusal> {
    const { organizationId } = caller
    const counterpartyId = await this.#chats.counterpartyWithin(tx, orderId)
    if (counterpartyId === undefined) return orderNotFound(orderId)
    const refusal = await this.#traffic.admit(tx, 'message', counterpartyId)
    if (refusal !== undefined) return refusal
    const entry = await addEntry(tx, { kind: 'message', orderId, organizationId, text })
    if (entry === undefined) return orderNotFound(orderId)
    for (const event of entryEvents(entry)) tx.publish(event)
    return entryResource(entry, caller)
  }

  /** Answers an open action. The deal is locked first, so of two concurrent answers one wins. */
  async resolve(
    tx: WriteTransaction,
    caller: Caller,
    { order_id: orderId, entry_id: entryId }: { order_id: string; entry_id: string },
    resolution: Resolution,
  ): Promise<ChatEntry | Refusal> {
    if (!(await lockDeal(tx, orderId))) return orderNotFound(orderId)
    const entry = await readEntry(tx, orderId, entryId)
    if (entry === undefined) return entryNotFound(entryId)
    const answered = await this.#answer(tx, caller, entry, resolution)
    if (answered instanceof Refusal) return answered
    const resolved = await readEntry(tx, orderId, entryId)
    if (resolved?.resolution == null) throw new Error(`entry ${entryId} is open after its answer`)
    return entryResource(resolved, caller)
  }

  /** Marks the entries up to one as read, for the caller's account only. */
  async markRead(
    tx: WriteTransaction,
    caller: Caller,
    orderId: string,
    { entry_id: entryId }: OperationBody<typeof markChatRead>,
  ): Promise<Chat | Refusal> {
    if ((await this.#chats.within(tx, caller, orderId)) === undefined) return orderNotFound(orderId)
    const entry = await readEntry(tx, orderId, entryId)
    if (entry === undefined) return entryNotFound(entryId)
    await this.#chats.markRead(tx, caller, orderId, entry.number)
    const chat = await this.#chats.within(tx, caller, orderId)
    if (chat === undefined) throw new Error(`chat ${orderId} is missing`)
    return this.#shownOne(caller, chat, tx)
  }

  async #shownOne(caller: Caller, row: ChatRow, tx?: WriteTransaction): Promise<Chat | Refusal> {
    const chats = await this.#shown(caller, [row], tx)
    if (chats instanceof Refusal) return chats
    const [chat] = chats
    if (chat === undefined) throw new Error(`chat ${row.chatId} has no entry to show`)
    return chat
  }

  async #shown(
    caller: Caller,
    rows: readonly ChatRow[],
    tx?: WriteTransaction,
  ): Promise<Chat[] | Refusal> {
    const newest = rows.filter((row): row is ChatRow & EntryRow => row.id !== null)
    const entries = await shownEntries(this.#offering, caller, newest, tx)
    if (entries instanceof Refusal) return entries
    const ofChat = new Map(entries.map((entry) => [entry.order_id, entry]))
    return rows.map((row) => chatResource(row, ofChat.get(row.chatId) ?? null))
  }

  async #answer(
    tx: WriteTransaction,
    caller: Caller,
    { resource, resourceId, resolution: resolved }: EntryRow,
    { decision, ...acceptance }: Resolution,
  ): Promise<object | Refusal> {
    if (resource === null) return invalidState('kind', 'is a message, which has no answer')
    // The resource may await another answer by now. That one has an entry of its own.
    if (resolved !== null) {
      return invalidState('state', `${decision} is not possible: resolved with ${resolved}`)
    }
    const opensOrder = decision === 'accept' && resource === 'order'
    // Of a substitution the lender names a wallet, and the acceptance itself refuses one elsewhere.
    const { collateral_wallet_id: newWallet, ...others } = acceptance
    const isOfRequest = decision === 'accept' && resource === 'order_request'
    const fault = acceptanceFault(isOfRequest ? others : acceptance, opensOrder)
    if (fault !== undefined) return fault
    if (decision === 'reject') return this.#answering[resource].reject(tx, caller, resourceId)
    if (resource === 'order_request') {
      const body = newWallet === undefined ? {} : { collateral_wallet_id: newWallet }
      return this.#answering.order_request.accept(tx, caller, resourceId, body)
    }
    const { asset_wallet_id = '', collateral_wallet_id = '' } = acceptance
    return this.#answering[resource].accept(tx, caller, resourceId, {
      ...acceptance,
      asset_wallet_id,
      collateral_wallet_id,
    })
  }
}

/** Accepting an order requires both wallets. No other answer has anything of an acceptance. */
function acceptanceFault(acceptance: Acceptance, opensOrder: boolean): Refusal | undefined {
  const { asset_wallet_id, collateral_wallet_id, terms_version } = acceptance
  const wallets = Object.entries({ asset_wallet_id, collateral_wallet_id })
  const all = opensOrder ? wallets : [...wallets, ['terms_version', terms_version] as const]
  const found = all.find(([, value]) => opensOrder === (value === undefined))
  if (found === undefined) return undefined
  const issue = opensOrder
    ? 'is required to accept an order'
    : 'is allowed only when accepting an order'
  return new Refusal('VALUE_INVALID', [{ field: found[0], issue }])
}

function chatResource(row: ChatRow, newest: ChatEntry | null): Chat {
  return {
    order_id: row.chatId,
    order_number: row.orderNumber,
    counterparty_id: row.counterpartyId,
    counterparty_name: row.counterpartyName,
    last_entry: newest,
    open_action_count: row.openActions,
    pending_approval_ids: [...row.pendingApprovals],
    unread_count: row.unread,
    read_number: row.readNumber,
    update_time: row.activeAt,
  }
}

function invalidState(field: string, issue: string): Refusal {
  return new Refusal('INVALID_STATE', [{ field, issue }])
}

/** The answer is the same whether the order is missing or belongs to other organizations. */
function orderNotFound(id: string): Refusal {
  return new Refusal('ORDER_NOT_FOUND', [
    { field: 'order_id', issue: 'is not an order of this organization', value: id },
  ])
}

function entryNotFound(id: string): Refusal {
  return new Refusal('CHAT_ENTRY_NOT_FOUND', [
    { field: 'entry_id', issue: 'is not an entry of this chat', value: id },
  ])
}
