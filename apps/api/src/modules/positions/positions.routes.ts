import { getPosition, listPositions } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../paging/list.ts'
import type { PositionService } from './position.service.ts'

interface Options {
  readonly positions: PositionService
  readonly lists: Lists
}

export const positionRoutes: FastifyPluginCallback<Options> = (app, { positions, lists }, done) => {
  app.operation(listPositions, ({ asker, query }) =>
    lists.answer(listPositions, asker, query, 'positions', (after, pageSize) =>
      positions.list(asker, query, after, pageSize),
    ),
  )
  app.operation(getPosition, ({ asker, params }) => positions.get(asker, params))
  done()
}
