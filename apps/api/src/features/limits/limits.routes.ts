import { listCounterpartyLimits, setCounterpartyLimits } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../platform/lists/list.ts'
import type { LimitService } from './limit.service.ts'

interface Options {
  readonly limits: LimitService
  readonly lists: Lists
}

export const limitRoutes: FastifyPluginCallback<Options> = (app, { limits, lists }, done) => {
  app.operation(setCounterpartyLimits, ({ caller, tx, body }) => limits.set(tx, caller, body))
  app.operation(listCounterpartyLimits, ({ caller, query }) =>
    lists.answer(listCounterpartyLimits, caller, query, 'limits', (after, pageSize) =>
      limits.page(caller, query, { after, pageSize }),
    ),
  )
  done()
}
