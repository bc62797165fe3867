import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { PriceQuote } from '../features/prices/price-book.ts'
import type { RecurringWork } from '../platform/recurring-work.ts'
import { startApprovalWork } from './approvals.ts'
import type { Services } from './services.ts'
import { holdSandbox } from '../features/sandbox/sandbox-hold.ts'

interface Parts {
  readonly pool: Pool
  readonly services: Services
  readonly logger: FastifyBaseLogger
  /** The scenario's quotes that are repeated for as long as the service runs. */
  readonly live: readonly Omit<PriceQuote, 'observedAt'>[]
}

/**
 * Claims the sandbox for this process. After that, nothing happens until the operator advances it.
 */
export async function startSandbox({
  pool,
  services,
  logger,
  live,
}: Parts): Promise<RecurringWork> {
  const hold = await holdSandbox(pool)
  await services.sandbox?.begin(live)
  // Revalues positions that operations change, and tries again what a limit has refused.
  const revaluing = services.revaluation.start()
  const approving = startApprovalWork(services, logger)
  const rendering = services.documentRenderer.start()
  return {
    stop: async () => {
      await Promise.all([revaluing.stop(), approving.stop(), rendering.stop()])
      hold.release(true)
    },
  }
}
