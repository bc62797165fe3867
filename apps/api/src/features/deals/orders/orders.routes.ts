import {
  abandonOrder,
  acceptOrder,
  cancelOrder,
  cancelOrderClose,
  changeOrderWallets,
  closeOrder,
  createOrder,
  getOrder,
  listOrders,
  listOrderTerms,
  rejectOrder,
  retryOrder,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { OrderService } from './orders.service.ts'

interface Options {
  readonly orders: OrderService
}

export const orderRoutes: FastifyPluginCallback<Options> = (app, { orders }, done) => {
  app.operation(createOrder, ({ tx, caller, body }) => orders.create(tx, caller, body))
  app.operation(listOrders, ({ caller, query }) => orders.list(caller, query))
  app.operation(getOrder, ({ caller, params }) => orders.get(caller, params.order_id))
  app.operation(listOrderTerms, ({ caller, params }) => orders.terms(caller, params.order_id))
  app.operation(acceptOrder, ({ tx, caller, params, body }) =>
    orders.accept(tx, caller, params.order_id, body),
  )
  app.operation(rejectOrder, ({ tx, caller, params }) => orders.reject(tx, caller, params.order_id))
  app.operation(cancelOrder, ({ tx, caller, params }) => orders.cancel(tx, caller, params.order_id))
  app.operation(closeOrder, ({ tx, caller, params }) => orders.close(tx, caller, params.order_id))
  app.operation(cancelOrderClose, ({ tx, caller, params }) =>
    orders.cancelClose(tx, caller, params.order_id),
  )
  app.operation(changeOrderWallets, ({ tx, caller, params, body }) =>
    orders.changeWallets(tx, caller, params.order_id, body),
  )
  app.operation(retryOrder, ({ tx, caller, params }) => orders.retry(tx, caller, params.order_id))
  app.operation(abandonOrder, ({ tx, caller, params }) =>
    orders.abandon(tx, caller, params.order_id),
  )
  done()
}
