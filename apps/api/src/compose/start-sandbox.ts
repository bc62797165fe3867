import type { Pool } from 'pg'
import type { PriceQuote } from '../features/prices/price-book.ts'
import type { RecurringWork } from '../platform/recurring-work.ts'
import type { Services } from './services.ts'
import { holdSandbox } from '../features/sandbox/sandbox-hold.ts'

interface Parts {
  readonly pool: Pool
  readonly services: Services
  /** What the scenario has quoted as long as the service runs. */
  readonly live: readonly Omit<PriceQuote, 'observedAt'>[]
}

/** Takes the sandbox for this process. Nothing happens in it until the operator says so. */
export async function startSandbox({ pool, services, live }: Parts): Promise<RecurringWork> {
  const hold = await holdSandbox(pool)
  await services.sandbox?.begin(live)
  // What operations change meanwhile; it changes nothing of what happens.
  const revaluing = services.revaluation.start()
  return {
    stop: async () => {
      await revaluing.stop()
      hold.release(true)
    },
  }
}
