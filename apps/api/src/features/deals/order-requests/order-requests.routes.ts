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

  app.operation(createOrderRequest, ({ caller, tx, body }) => requests.create(tx, caller, body))
  app.operation(listOrderRequests, ({ caller, query }) =>
    lists.answer(listOrderRequests, caller, query, 'order_requests', listing.reader(caller, query)),
  )
  app.operation(getOrderRequest, ({ caller, params }) =>
    listing.get(caller, params.order_request_id),
  )
  app.operation(acceptOrderRequest, ({ caller, tx, params, body }) =>
    requests.accept(tx, caller, params.order_request_id, body),
  )
  app.operation(rejectOrderRequest, ({ caller, tx, params }) =>
    requests.reject(tx, caller, params.order_request_id),
  )
  app.operation(cancelOrderRequest, ({ caller, tx, params }) =>
    requests.cancel(tx, caller, params.order_request_id),
  )
  app.operation(retryOrderRequest, ({ caller, tx, params }) =>
    requests.retry(tx, caller, params.order_request_id),
  )
  done()
}
