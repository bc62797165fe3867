import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../config/config.ts'
import { type DatabaseTimes, openServicePool, serviceLogin } from '../platform/db/pool.ts'
import type { Replicas } from '../platform/db/replicas.ts'
import { Snapshots } from '../platform/db/snapshots.ts'
import { ReportAnswers } from '../features/reports/report-answers.ts'
import { ReportPrices } from '../features/reports/report-prices.ts'
import { ValuationRepository } from '../features/reports/valuations.repository.ts'
import { ValuationService } from '../features/reports/valuations.service.ts'
import type { TenantDatabase } from '../platform/db/tenant.ts'
import type { StreamRests } from '../platform/stream-rests.ts'
import { ReportService } from '../features/reports/reports.service.ts'
import type { PriceBook } from '../features/prices/price-book.ts'

interface Parts {
  readonly config: Config
  readonly databaseTimes?: DatabaseTimes | undefined
  readonly bookClock: Clock
  readonly logger: FastifyBaseLogger
  readonly prices: PriceBook
  readonly database: TenantDatabase
  readonly replicas: Replicas | undefined
  readonly rests: StreamRests
}

/** A reader that takes nothing for this long is treated as gone. */
const readerIdleMs = 60_000
const lookMs = 2000

/** Reports, with a pool of their own whose connections are opened when a report is requested. */
export function composeReports(parts: Parts) {
  const { config, databaseTimes, bookClock, logger, prices, database, replicas, rests } = parts
  const reportsMax = config.REPORTS_MAX
  const pool = openServicePool({
    ...serviceLogin(config),
    poolSize: reportsMax + 1,
    times: databaseTimes,
    // A report that is cut off ends at once.
    pipeline: false,
  })
  const limits = {
    process: reportsMax,
    organization: config.REPORTS_PER_ORGANIZATION_MAX ?? Math.ceil(reportsMax / 2),
    idleMs: readerIdleMs,
    totalMs: config.REPORT_SECONDS_MAX * 1000,
    lookMs,
    bytesPerSecondMin: config.REPORT_KIB_S_MIN * 1024,
    rests,
  }
  const snapshots = new Snapshots(pool, limits, replicas)
  const reports = new ReportService(
    new ReportAnswers(snapshots, logger),
    new ReportPrices(prices, config.PRICE_MAX_AGE_S),
    bookClock,
  )
  const valuations = new ValuationService(
    new ValuationRepository(database),
    bookClock,
    config.PRICE_MAX_AGE_S,
  )
  return { reports, snapshots, valuations }
}
