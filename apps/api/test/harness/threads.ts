import {
  type Chat,
  type ChatEntry,
  getChat,
  listChatEntries,
  markChatRead,
  postChatMessage,
  resolveChatAction,
} from '@vadium/schema'
import type { Key } from './book.ts'
import { type CallOptions, callOf, succeed } from './call.ts'
import type { RunningService } from './service.ts'

/** How tests write into threads and read them. */
export class Threads {
  readonly #service: () => RunningService

  constructor(world: { readonly service: RunningService }) {
    this.#service = () => world.service
  }

  post(orderId: string, key: Key, text = 'Could you look at this?'): Promise<ChatEntry> {
    return succeed(this.#service(), postChatMessage, {
      key,
      params: { order_id: orderId },
      body: { text },
    })
  }

  get(orderId: string, key: Key): Promise<Chat> {
    return succeed(this.#service(), getChat, { key, params: { order_id: orderId } })
  }

  /** The newest first. */
  async entries(orderId: string, key: Key): Promise<ChatEntry[]> {
    const params = { order_id: orderId }
    return (await succeed(this.#service(), listChatEntries, { key, params })).entries
  }

  /** The newest entry that awaits an answer. */
  async open(orderId: string, key: Key): Promise<ChatEntry> {
    const open = (await this.entries(orderId, key)).find(({ action }) => action?.state === 'open')
    if (open === undefined) throw new Error(`nothing is open in the chat of ${orderId}`)
    return open
  }

  /** How an entry is resolved. */
  resolution(entry: ChatEntry, key: Key, decision: string, wallets: object = {}): CallOptions {
    return callOf(resolveChatAction, {
      key,
      params: { order_id: entry.order_id, entry_id: entry.id },
      body: { decision, ...wallets },
    })
  }

  resolve(
    { order_id, id }: ChatEntry,
    key: Key,
    decision: 'accept' | 'reject',
    wallets: object = {},
  ): Promise<ChatEntry> {
    return succeed(this.#service(), resolveChatAction, {
      key,
      params: { order_id, entry_id: id },
      body: { decision, ...wallets },
    })
  }

  read({ order_id, id }: ChatEntry, key: Key): Promise<Chat> {
    return succeed(this.#service(), markChatRead, {
      key,
      params: { order_id },
      body: { entry_id: id },
    })
  }
}

/** The possible answers to an entry, by decision. */
export function possible({ action }: ChatEntry): string[] {
  return (action?.actions ?? [])
    .filter(({ available }) => available)
    .map(({ action: decision }) => decision)
}
