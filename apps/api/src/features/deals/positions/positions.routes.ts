import { exportPositions, getPosition, getPositionPrices, listPositions } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Exports } from '../../../platform/lists/exports.ts'
import type { Lists } from '../../../platform/lists/list.ts'
import type { PositionPriceService } from './position-prices.service.ts'
import type { PositionService } from './position.service.ts'

interface Options {
  readonly positions: PositionService
  readonly positionPrices: PositionPriceService
  readonly lists: Lists
  readonly exports: Exports
}

export const positionRoutes: FastifyPluginCallback<Options> = (
  app,
  { positions, positionPrices, lists, exports },
  done,
) => {
  app.operation(listPositions, ({ caller, query }) =>
    lists.answer(listPositions, caller, query, 'positions', positions.reader(caller, query)),
  )
  app.operation(exportPositions, (call) =>
    exports.answer(exportPositions, call, positions.reader(call.caller, call.query)),
  )
  app.operation(getPosition, ({ caller, params }) => positions.get(caller, params))
  app.operation(getPositionPrices, ({ caller, params }) => positionPrices.get(caller, params))
  done()
}
