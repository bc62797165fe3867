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
import type { EventService } from '../../platform/events/events.service.ts'
import type { ChatService } from './chats.service.ts'

interface Options {
  readonly chats: ChatService
  readonly events: EventService
}

export const chatRoutes: FastifyPluginCallback<Options> = (app, { chats, events }, done) => {
  app.operation(listChats, ({ asker, query }) => chats.list(asker, query))
  app.operation(getChat, ({ asker, params }) => chats.get(asker, params.order_id))
  app.operation(listChatEntries, ({ asker, params, query }) =>
    chats.entries(asker, params.order_id, query),
  )
  app.operation(postChatMessage, ({ asker, tx, params, body }) =>
    chats.post(tx, asker, params.order_id, body),
  )
  app.operation(resolveChatAction, ({ asker, tx, params, body }) =>
    chats.resolve(tx, asker, params, body),
  )
  app.operation(markChatRead, ({ asker, tx, params, body }) =>
    chats.markRead(tx, asker, params.order_id, body),
  )
  app.operation(streamChatEvents, ({ asker, query: { after, order_id }, lastEventId }) => {
    const orderId = order_id?.toLowerCase()
    return events.stream(
      asker,
      { after, lastEventId },
      ({ type, data }) =>
        type === 'chat.updated' && (orderId === undefined || orderOf(data['entry']) === orderId),
    )
  })
  done()
}

function orderOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'order_id' in entry
    ? entry.order_id
    : undefined
}
