import {
  listPositionValuations,
  reportCollateralMovements,
  reportExposureByAsset,
  reportExposureByCounterparty,
  reportInterest,
  reportPositions,
  reportTransfers,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Snapshots } from '../../platform/db/snapshots.ts'
import type { Lists } from '../../platform/lists/list.ts'
import type { ReportService } from './reports.service.ts'
import type { ValuationService } from './valuations.service.ts'

interface Options {
  readonly reports: ReportService
  readonly snapshots: Snapshots
  readonly valuations: ValuationService
  readonly lists: Lists
}

export const reportRoutes: FastifyPluginCallback<Options> = (
  app,
  { reports, snapshots, valuations, lists },
  done,
) => {
  app.operation(reportPositions, (call) => reports.positions(call))
  app.operation(reportExposureByCounterparty, (call) => reports.exposureByCounterparty(call))
  app.operation(reportExposureByAsset, (call) => reports.exposureByAsset(call))
  app.operation(reportCollateralMovements, (call) => reports.collateralMovements(call))
  app.operation(reportInterest, (call) => reports.interest(call))
  app.operation(reportTransfers, (call) => reports.transfers(call))
  app.operation(listPositionValuations, ({ caller, query, params }) => {
    const read = valuations.reader(caller, params.position_id)
    return lists.answer(listPositionValuations, caller, query, 'valuations', read, params)
  })
  app.addHook('onClose', () => snapshots.close())
  done()
}
