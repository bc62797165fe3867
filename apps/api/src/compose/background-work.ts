import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../config/config.ts'
import { startNotificationWork } from './notification-work.ts'
import type { PriceQuote } from '../features/prices/price-book.ts'
import { startPriceWork } from '../features/prices/price-work.ts'
import { type RecurringWork, runOnSignal } from '../platform/recurring-work.ts'
import { startApprovalWork } from './approvals.ts'
import type { Services } from './services.ts'

const idleMs = 500
/**
 * How long a stop waits for custodians that have been called. An unfinished claim lapses by itself.
 */
const custodyStopWaitMs = 5000

interface Parts {
  readonly config: Config
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly pool: Pool
  readonly services: Services
  /** The scenario's quotes that are repeated for as long as the service runs. */
  readonly live: readonly Omit<PriceQuote, 'observedAt'>[]
}

/**
 * Starts the work that no request causes: the price feed, revaluation, custody, deadlines,
 * automations, documents and scheduled notifications.
 */
export async function startBackgroundWork(parts: Parts): Promise<RecurringWork> {
  const { automationWorker, deadlineWorker, documentRenderer, marginStatements } = parts.services
  const { prices, revaluation } = parts.services
  const works = [
    await startPriceWork({ ...parts, prices }),
    startCustodyWork(parts),
    startApprovalWork(parts.services, parts.logger),
    deadlineWorker.start(),
    automationWorker.start(),
    documentRenderer.start(),
    marginStatements.start(),
    revaluation.start(),
    startNotificationWork(parts.services, parts.logger),
  ]
  return {
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()))
    },
  }
}

function startCustodyWork({ config, logger, services }: Parts): RecurringWork {
  const { custodyWorker, custodySignal } = services
  const atOnceMax = config.CUSTODY_WORKERS
  if (atOnceMax === 0) return { stop: () => Promise.resolve() }
  const work = runOnSignal({
    signal: custodySignal,
    run: () => custodyWorker.begin(atOnceMax),
    idleMs,
    failed: (err) => logger.error({ err }, 'custody worker failed'),
  })
  return {
    stop: async () => {
      const ended = Promise.all([custodyWorker.stop(), work.stop()])
      await Promise.race([ended, pause(custodyStopWaitMs, undefined, { ref: false })])
    },
  }
}
