import { createPriceSource, listPriceSources, revokePriceSource } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../platform/lists/list.ts'
import type { PriceSourceService } from './price-source.service.ts'

interface Options {
  readonly priceSources: PriceSourceService
  readonly lists: Lists
}

export const priceSourceRoutes: FastifyPluginCallback<Options> = (
  app,
  { priceSources, lists },
  done,
) => {
  app.operation(createPriceSource, ({ tx, caller, body }) => priceSources.create(tx, caller, body))
  app.operation(listPriceSources, ({ caller, query }) =>
    lists.answer(listPriceSources, caller, query, 'price_sources', (after, pageSize) =>
      priceSources.page(caller, { after, pageSize }),
    ),
  )
  app.operation(revokePriceSource, ({ tx, params }) =>
    priceSources.revoke(tx, params.price_source_id),
  )
  done()
}
