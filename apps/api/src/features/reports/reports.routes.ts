import {
  reportCollateralMovements,
  reportExposureByAsset,
  reportExposureByCounterparty,
  reportInterest,
  reportPositions,
  reportTransfers,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Snapshots } from '../../platform/db/snapshots.ts'
import type { ReportService } from './reports.service.ts'

interface Options {
  readonly reports: ReportService
  readonly snapshots: Snapshots
}

export const reportRoutes: FastifyPluginCallback<Options> = (app, { reports, snapshots }, done) => {
  app.operation(reportPositions, (call) => reports.positions(call))
  app.operation(reportExposureByCounterparty, (call) => reports.exposureByCounterparty(call))
  app.operation(reportExposureByAsset, (call) => reports.exposureByAsset(call))
  app.operation(reportCollateralMovements, (call) => reports.collateralMovements(call))
  app.operation(reportInterest, (call) => reports.interest(call))
  app.operation(reportTransfers, (call) => reports.transfers(call))
  app.addHook('onClose', () => snapshots.close())
  done()
}
