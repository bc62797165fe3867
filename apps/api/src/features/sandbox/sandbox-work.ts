import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../config/config.ts'
import type { ApprovalWorker } from '../approvals/index.ts'
import { type CustodyWorker, IdlePolls } from '../custody/index.ts'
import type { DeadlineWorker, RevaluationService } from '../deals/index.ts'
import type { ExpiryWarnings } from '../notifications/index.ts'
import {
  MarketCuts,
  nextMarketCut,
  type PriceService,
  type StalePriceWatch,
} from '../prices/index.ts'
import type { MarginStatements } from '../reports/index.ts'
import type { SandboxWork } from './sandbox.service.ts'

interface Parts {
  readonly config: Config
  readonly pool: Pool
  readonly clock: Clock
  readonly prices: PriceService
  readonly approvalWorker: ApprovalWorker
  readonly custodyWorker: CustodyWorker
  readonly deadlineWorker: DeadlineWorker
  readonly automationWorker: DeadlineWorker
  readonly revaluation: RevaluationService
  readonly expiryWarnings: ExpiryWarnings
  readonly stalePriceWatch: StalePriceWatch
  readonly marginStatements: MarginStatements
}

/** The background work of the service, run when the sandbox requires it. */
export function sandboxWork(parts: Parts): SandboxWork {
  const { config, pool, clock, prices, custodyWorker, deadlineWorker, revaluation } = parts
  const { approvalWorker, automationWorker, expiryWarnings, stalePriceWatch } = parts
  const { marginStatements } = parts
  const cutTime = config.MARKET_CUT_TIME
  const idlePolls = new IdlePolls(pool)
  const cuts = new MarketCuts({ pool, cutTime, ageSecondsMax: config.PRICE_MAX_AGE_S })
  return {
    quote: async (quotes) => {
      const observedAt = new Date(clock.now()).toISOString()
      await prices.record(
        quotes.map((quote) => ({ ...quote, observedAt })),
        clock.now(),
        'at_its_word',
      )
    },
    quoteEveryMs: (config.PRICE_MAX_AGE_S * 1000) / 3,
    nextCutMs: (nowMs) => nextMarketCut(nowMs, cutTime),
    cutMarket: async () => {
      await cuts.run(clock.now())
    },
    stateCuts: () => marginStatements.run(clock.now()),
    warn: async () => {
      await expiryWarnings.run()
    },
    notifyStalePrices: async () => {
      await stalePriceWatch.run()
    },
    endDeadlines: async (untilMs) =>
      (await deadlineWorker.runDueUntil(clock.now(), untilMs)) &&
      (await automationWorker.runDueUntil(clock.now(), untilMs)),
    endApprovals: (untilMs) => approvalWorker.run(untilMs),
    approvalsAhead: () => approvalWorker.ahead(),
    nextPolls: () => idlePolls.next(),
    carryOutInstructions: async (untilMs) => {
      await idlePolls.putOff(clock.now())
      while (await custodyWorker.runNext()) if (performance.now() >= untilMs) return false
      return true
    },
    revaluePositions: async () => {
      await revaluation.runPending()
      await revaluation.notifyLevels()
    },
  }
}
