import type { Pool } from 'pg'
import type { PriceQuote } from '../features/prices/price-book.ts'
import type { RecurringWork } from '../platform/recurring-work.ts'
import type { Services } from './services.ts'
import { holdSandbox } from '../features/sandbox/sandbox-hold.ts'

interface Parts {
  readonly pool: Pool
  readonly services: Services
  /** The scenario's quotes that are repeated for as long as the service runs. */
  readonly live: readonly Omit<PriceQuote, 'observedAt'>[]
}

/**
 * Claims the sandbox for this process. After that, nothing happens until the operator advances it.
 */
export async function startSandbox({ pool, services, live }: Parts): Promise<RecurringWork> {
  const hold = await holdSandbox(pool)
  await services.sandbox?.begin(live)
  // Revalues positions that operations change. It changes nothing else.
  const revaluing = services.revaluation.start()
  return {
    stop: async () => {
      await revaluing.stop()
      hold.release(true)
    },
  }
}
