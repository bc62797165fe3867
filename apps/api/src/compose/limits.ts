import type { CounterpartyLimitReader } from '../features/deals/limits/counterparty-limits.ts'
import { LimitComparison } from '../features/limits/limit-comparison.ts'
import { LimitRepository } from '../features/limits/limit.repository.ts'
import { LimitService } from '../features/limits/limit.service.ts'
import type { PriceBook } from '../features/prices/price-book.ts'
import type { Clock } from '../platform/clock.ts'
import type { TenantDatabase } from '../platform/db/tenant.ts'

interface Parts {
  readonly database: TenantDatabase
  readonly limitReader: CounterpartyLimitReader
  readonly priceBook: PriceBook
  readonly bookClock: Clock
  /** The time of the daily market cut, `HH:MM` in UTC. */
  readonly cutTime: string
}

/** Limits by counterparty, and what compares them after market cuts. */
export function composeLimits({ database, limitReader: reader, priceBook, ...parts }: Parts) {
  const limits = new LimitRepository(database)
  const comparison = new LimitComparison({ limits, reader, cutTime: parts.cutTime })
  return {
    limitComparison: comparison,
    limits: new LimitService({
      limits,
      reader,
      comparison,
      prices: priceBook,
      clock: parts.bookClock,
    }),
  }
}
