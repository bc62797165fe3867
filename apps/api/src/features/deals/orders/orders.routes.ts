import {
  abandonOrder,
  acceptOrder,
  cancelOrder,
  closeOrder,
  createOrder,
  getOrder,
  listOrders,
  rejectOrder,
  retryOrder,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { OrderService } from './orders.service.ts'

interface Options {
  readonly orders: OrderService
}

export const orderRoutes: FastifyPluginCallback<Options> = (app, { orders }, done) => {
  app.operation(createOrder, ({ tx, asker, body }) => orders.create(tx, asker, body))
  app.operation(listOrders, ({ asker, query }) => orders.list(asker, query))
  app.operation(getOrder, ({ asker, params }) => orders.get(asker, params.order_id))
  app.operation(acceptOrder, ({ tx, asker, params, body }) =>
    orders.accept(tx, asker, params.order_id, body),
  )
  app.operation(rejectOrder, ({ tx, asker, params }) => orders.reject(tx, asker, params.order_id))
  app.operation(cancelOrder, ({ tx, asker, params }) => orders.cancel(tx, asker, params.order_id))
  app.operation(closeOrder, ({ tx, asker, params }) => orders.close(tx, asker, params.order_id))
  app.operation(retryOrder, ({ tx, asker, params }) => orders.retry(tx, asker, params.order_id))
  app.operation(abandonOrder, ({ tx, asker, params }) => orders.abandon(tx, asker, params.order_id))
  done()
}
