import { previewMarkToMarketRequest } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { MarkToMarketService } from './mark-to-market.service.ts'

interface Options {
  readonly markToMarket: MarkToMarketService
}

export const markToMarketRoutes: FastifyPluginCallback<Options> = (app, { markToMarket }, done) => {
  app.operation(previewMarkToMarketRequest, ({ asker, body }) => markToMarket.preview(asker, body))
  done()
}
