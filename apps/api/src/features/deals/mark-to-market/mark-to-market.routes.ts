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

  app.operation(previewMarkToMarketRequest, ({ asker, body }) =>
    options.markToMarketPreviews.preview(asker, body),
  )
  app.operation(listMarkToMarketRequests, ({ asker, query }) =>
    lists.answer(
      listMarkToMarketRequests,
      asker,
      query,
      'mark_to_market_requests',
      listing.reader(asker, query),
    ),
  )
  app.operation(exportMarkToMarketRequests, (call) =>
    exports.answer(exportMarkToMarketRequests, call, listing.reader(call.asker, call.query)),
  )
  app.operation(getMarkToMarketRequest, ({ asker, params }) =>
    listing.get(asker, params.mark_to_market_request_id),
  )
  app.operation(createMarkToMarketRequest, ({ asker, tx, body }) =>
    requests.create(tx, asker, body),
  )
  app.operation(acceptMarkToMarketRequest, ({ asker, tx, params }) =>
    requests.accept(tx, asker, params.mark_to_market_request_id),
  )
  app.operation(rejectMarkToMarketRequest, ({ asker, tx, params }) =>
    requests.reject(tx, asker, params.mark_to_market_request_id),
  )
  app.operation(disputeMarkToMarketRequest, ({ asker, tx, params, body }) =>
    requests.dispute(tx, asker, params.mark_to_market_request_id, body),
  )
  app.operation(cancelMarkToMarketRequest, ({ asker, tx, params }) =>
    requests.cancel(tx, asker, params.mark_to_market_request_id),
  )
  app.operation(retryMarkToMarketRequest, ({ asker, tx, params }) =>
    requests.retry(tx, asker, params.mark_to_market_request_id),
  )
  done()
}
