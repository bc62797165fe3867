import {
  getChat,
  listChatEntries,
  listChats,
  markChatRead,
  postChatMessage,
  resolveChatAction,
  streamChatEvents,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { EventService } from '../../../platform/events/events.service.ts'
import type { ChatService } from './chats.service.ts'

interface Options {
  readonly chats: ChatService
  readonly events: EventService
}

export const chatRoutes: FastifyPluginCallback<Options> = (app, { chats, events }, done) => {
  app.operation(listChats, ({ caller, query }) => chats.list(caller, query))
  app.operation(getChat, ({ caller, params }) => chats.get(caller, params.order_id))
  app.operation(listChatEntries, ({ caller, params, query }) =>
    chats.entries(caller, params.order_id, query),
  )
  app.operation(postChatMessage, ({ caller, tx, params, body }) =>
    chats.post(tx, caller, params.order_id, body),
  )
  app.operation(resolveChatAction, ({ caller, tx, params, body }) =>
    chats.resolve(tx, caller, params, body),
  )
  app.operation(markChatRead, ({ caller, tx, params, body }) =>
    chats.markRead(tx, caller, params.order_id, body),
  )
  app.operation(streamChatEvents, ({ caller, query: { after, order_id }, lastEventId }) => {
    const orderId = order_id?.toLowerCase()
    return events.stream(
      caller,
      { after, lastEventId },
      {
        filter: ({ type, data }) =>
          type === 'chat.updated' && (orderId === undefined || orderOf(data['entry']) === orderId),
      },
    )
  })
  done()
}

function orderOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'order_id' in entry
    ? entry.order_id
    : undefined
}
