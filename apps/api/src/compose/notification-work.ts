import type { FastifyBaseLogger } from 'fastify'
import { runPeriodically, type RecurringWork } from '../platform/recurring-work.ts'
import type { CredentialExpiryWatch } from '../features/notifications/credential-expiry-watch.ts'
import type { ExpiryWarnings } from '../features/notifications/expiry-warnings.ts'
import type { StalePriceWatch } from '../features/prices/stale-price-watch.ts'

/**
 * No pause is longer than a minute, because a clock can jump: each watch looks at the clock again.
 */
const pausesMs = { expiries: 1000, prices: 5000, credentials: 60_000 }
const retryMs = 5000

interface Parts {
  readonly credentialExpiryWatch: CredentialExpiryWatch
  readonly expiryWarnings: ExpiryWarnings
  readonly stalePriceWatch: StalePriceWatch
}

/** Starts the notifications that are caused by the passing of time. */
export function startNotificationWork(
  { credentialExpiryWatch, expiryWarnings, stalePriceWatch }: Parts,
  logger: FastifyBaseLogger,
): RecurringWork {
  const repeat = (watch: { run(): Promise<number> }, pauseMs: number) =>
    runPeriodically(async () => {
      try {
        await watch.run()
        return pauseMs
      } catch (err) {
        logger.warn({ err }, 'scheduled notifications failed')
        return retryMs
      }
    })
  const works = [
    repeat(expiryWarnings, pausesMs.expiries),
    repeat(stalePriceWatch, pausesMs.prices),
    repeat(credentialExpiryWatch, pausesMs.credentials),
  ]
  return {
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()))
    },
  }
}
