import type { FastifyBaseLogger } from 'fastify'
import { runPeriodically, type RecurringWork } from '../platform/recurring-work.ts'
import type { CredentialExpiryWatch } from '../features/notifications/credential-expiry-watch.ts'
import type { ExpiryWarnings } from '../features/notifications/expiry-warnings.ts'
import type { StalePriceWatch } from '../features/prices/stale-price-watch.ts'

/** Clocks jump: nothing waits for a far time without looking at the clock again. */
const pausesMs = { expiries: 1000, prices: 5000, credentials: 60_000 }
const retryMs = 5000

interface Parts {
  readonly credentialExpiryWatch: CredentialExpiryWatch
  readonly expiryWarnings: ExpiryWarnings
  readonly stalePriceWatch: StalePriceWatch
}

/** Tells organizations of what comes with time, as long as the service runs. */
export function startNotificationWork(
  { credentialExpiryWatch, expiryWarnings, stalePriceWatch }: Parts,
  logger: FastifyBaseLogger,
): RecurringWork {
  const again = (watch: { run(): Promise<number> }, pauseMs: number) =>
    runPeriodically(async () => {
      try {
        await watch.run()
        return pauseMs
      } catch (err) {
        logger.warn({ err }, 'nobody could be told of what comes with time')
        return retryMs
      }
    })
  const works = [
    again(expiryWarnings, pausesMs.expiries),
    again(stalePriceWatch, pausesMs.prices),
    again(credentialExpiryWatch, pausesMs.credentials),
  ]
  return {
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()))
    },
  }
}
