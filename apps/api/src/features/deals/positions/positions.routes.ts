import { exportPositions, getPosition, getPositionPrices, listPositions } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Exports } from '../../../platform/lists/exports.ts'
import type { Lists } from '../../../platform/lists/list.ts'
import { type CoverageHistories, withCoverageHistory } from './coverage-history.ts'
import type { PositionPriceService } from './position-prices.service.ts'
import type { PositionService } from './position.service.ts'

interface Options {
  readonly positions: PositionService
  readonly positionPrices: PositionPriceService
  readonly valuations: CoverageHistories
  readonly lists: Lists
  readonly exports: Exports
}

export const positionRoutes: FastifyPluginCallback<Options> = (
  app,
  { positions, positionPrices, valuations, lists, exports },
  done,
) => {
  app.operation(listPositions, ({ caller, query }) => {
    const { history_days: days, ...filters } = query
    const read = positions.reader(caller, filters)
    const readWith = days === undefined ? read : withCoverageHistory(read, valuations, caller, days)
    return lists.answer(listPositions, caller, query, 'positions', readWith)
  })
  app.operation(exportPositions, (call) =>
    exports.answer(exportPositions, call, positions.reader(call.caller, call.query)),
  )
  app.operation(getPosition, ({ caller, params }) => positions.get(caller, params))
  app.operation(getPositionPrices, ({ caller, params }) => positionPrices.get(caller, params))
  done()
}
