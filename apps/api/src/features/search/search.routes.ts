import { search } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { SearchService } from './search.service.ts'

interface Options {
  readonly searches: SearchService
}

export const searchRoutes: FastifyPluginCallback<Options> = (app, { searches }, done) => {
  app.operation(search, ({ caller, query }) => searches.find(caller, query))
  done()
}
