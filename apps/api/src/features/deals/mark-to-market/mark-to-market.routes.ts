import {
  acceptMarkToMarketRequest,
  cancelMarkToMarketRequest,
  createMarkToMarketRequest,
  disputeMarkToMarketRequest,
  exportMarkToMarketRequests,
  getMarkToMarketRequest,
  listMarkToMarketRequests,
  previewMarkToMarketRequest,
  rejectMarkToMarketRequest,
  retryMarkToMarketRequest,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Exports } from '../../../platform/lists/exports.ts'
import type { Lists } from '../../../platform/lists/list.ts'
import type { MarkToMarketService } from './mark-to-market.service.ts'
import type { PreviewService } from './preview.service.ts'
import type { MarkToMarketListing } from './request-listing.ts'

interface Options {
  readonly exports: Exports
  readonly lists: Lists
  readonly markToMarket: MarkToMarketService
  readonly markToMarketPreviews: PreviewService
  readonly markToMarketListing: MarkToMarketListing
}

export const markToMarketRoutes: FastifyPluginCallback<Options> = (app, options, done) => {
  const { exports, lists, markToMarket: requests, markToMarketListing: listing } = options

  app.operation(previewMarkToMarketRequest, ({ caller, body }) =>
    options.markToMarketPreviews.preview(caller, body),
  )
  app.operation(listMarkToMarketRequests, ({ caller, query }) =>
    lists.answer(
      listMarkToMarketRequests,
      caller,
      query,
      'mark_to_market_requests',
      listing.reader(caller, query),
    ),
  )
  app.operation(exportMarkToMarketRequests, (call) =>
    exports.answer(exportMarkToMarketRequests, call, listing.reader(call.caller, call.query)),
  )
  app.operation(getMarkToMarketRequest, ({ caller, params }) =>
    listing.get(caller, params.mark_to_market_request_id),
  )
  app.operation(createMarkToMarketRequest, ({ caller, tx, body }) =>
    requests.create(tx, caller, body),
  )
  app.operation(acceptMarkToMarketRequest, ({ caller, tx, params }) =>
    requests.accept(tx, caller, params.mark_to_market_request_id),
  )
  app.operation(rejectMarkToMarketRequest, ({ caller, tx, params }) =>
    requests.reject(tx, caller, params.mark_to_market_request_id),
  )
  app.operation(disputeMarkToMarketRequest, ({ caller, tx, params, body }) =>
    requests.dispute(tx, caller, params.mark_to_market_request_id, body),
  )
  app.operation(cancelMarkToMarketRequest, ({ caller, tx, params }) =>
    requests.cancel(tx, caller, params.mark_to_market_request_id),
  )
  app.operation(retryMarkToMarketRequest, ({ caller, tx, params }) =>
    requests.retry(tx, caller, params.mark_to_market_request_id),
  )
  done()
}
