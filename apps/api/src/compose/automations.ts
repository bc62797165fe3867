import { AutomationRepository } from '../features/automations/automation.repository.ts'
import { AutomationService } from '../features/automations/automation.service.ts'
import { AutomaticCalls } from '../features/automations/automatic-calls.ts'
import type { ApprovalDemands } from '../features/approvals/approval-demand.ts'
import { DeadlineWorker } from '../features/deals/deadlines/deadline-worker.ts'
import type { CounterpartyLimitReader } from '../features/deals/limits/counterparty-limits.ts'
import type { MarkToMarketService } from '../features/deals/mark-to-market/mark-to-market.service.ts'
import type { PreviewService } from '../features/deals/mark-to-market/preview.service.ts'
import type { TenantDatabase } from '../platform/db/tenant.ts'
import type { Writes } from '../platform/writes/writes.ts'
import type { PriceBook } from '../features/prices/price-book.ts'
import { composeLimits } from './limits.ts'
import type { ServiceParts } from './service-parts.ts'

interface Parts extends ServiceParts {
  readonly database: TenantDatabase
  readonly demands: ApprovalDemands
  readonly limitReader: CounterpartyLimitReader
  readonly priceBook: PriceBook
  readonly markToMarket: MarkToMarketService
  readonly markToMarketPreviews: PreviewService
  readonly writes: Writes
}

/**
 * Automations and limits, and the worker that creates what is called and compares limits after cuts. It
 * is another than that of the other deadlines, which wait for no call.
 */
export function composeAutomations(parts: Parts) {
  const { config, bookClock: clock, logger, pool, writes } = parts
  const automations = new AutomationRepository(parts.database)
  const cutTime = config.MARKET_CUT_TIME
  const { limits, limitComparison } = composeLimits({ ...parts, cutTime })
  const calls = new AutomaticCalls({
    automations,
    demands: parts.demands,
    markToMarket: parts.markToMarket,
    previews: parts.markToMarketPreviews,
    cutTime,
    priceAgeSecondsMax: config.PRICE_MAX_AGE_S,
  })
  return {
    limits,
    automations: new AutomationService(automations, cutTime),
    automationWorker: new DeadlineWorker({
      pool,
      writes,
      clock,
      logger,
      handlers: { ...calls.handlers(), ...limitComparison.handlers() },
    }),
  }
}
