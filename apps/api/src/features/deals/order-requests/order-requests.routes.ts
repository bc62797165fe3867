import {
  acceptOrderRequest,
  cancelOrderRequest,
  createOrderRequest,
  getOrderRequest,
  listOrderRequests,
  rejectOrderRequest,
  retryOrderRequest,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../../platform/lists/list.ts'
import type { OrderRequestListing } from './order-request-listing.ts'
import type { OrderRequestService } from './order-requests.service.ts'

interface Options {
  readonly lists: Lists
  readonly orderRequests: OrderRequestService
  readonly orderRequestListing: OrderRequestListing
}

export const orderRequestRoutes: FastifyPluginCallback<Options> = (app, options, done) => {
  const { lists, orderRequests: requests, orderRequestListing: listing } = options

  app.operation(createOrderRequest, ({ asker, tx, body }) => requests.create(tx, asker, body))
  app.operation(listOrderRequests, ({ asker, query }) =>
    lists.answer(listOrderRequests, asker, query, 'order_requests', listing.reader(asker, query)),
  )
  app.operation(getOrderRequest, ({ asker, params }) => listing.get(asker, params.order_request_id))
  app.operation(acceptOrderRequest, ({ asker, tx, params }) =>
    requests.accept(tx, asker, params.order_request_id),
  )
  app.operation(rejectOrderRequest, ({ asker, tx, params }) =>
    requests.reject(tx, asker, params.order_request_id),
  )
  app.operation(cancelOrderRequest, ({ asker, tx, params }) =>
    requests.cancel(tx, asker, params.order_request_id),
  )
  app.operation(retryOrderRequest, ({ asker, tx, params }) =>
    requests.retry(tx, asker, params.order_request_id),
  )
  done()
}
