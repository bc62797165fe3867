import { CustodyAdapters } from '../features/custody/custody-adapters.ts'
import { CustodyWorker } from '../features/custody/custody-worker.ts'
import { SettlementService } from '../features/custody/settlement.service.ts'
import { DeadlineWorker } from '../features/deals/deadlines/deadline-worker.ts'
import { CloseOutService } from '../features/deals/close-outs/close-outs.service.ts'
import { MarkToMarketService } from '../features/deals/mark-to-market/mark-to-market.service.ts'
import { OrderRequestService } from '../features/deals/order-requests/order-requests.service.ts'
import { OrderService } from '../features/deals/orders/orders.service.ts'
import { LateTransfers } from '../features/deals/transfers/late-transfers.service.ts'
import { RevaluationMeter } from '../features/deals/positions/revaluation-meter.ts'
import { RevaluationService } from '../features/deals/positions/revaluation.service.ts'
import { CredentialExpiryWatch } from '../features/notifications/credential-expiry-watch.ts'
import { ExpiryWarnings } from '../features/notifications/expiry-warnings.ts'
import type { AgreementDeadlines } from '../features/reference/agreements/agreement-deadlines.ts'
import type { CalendarDeadlines } from '../features/reference/calendars/calendar-deadlines.ts'
import type { PriceBook } from '../features/prices/price-book.ts'
import { PriceService } from '../features/prices/price-service.ts'
import { StalePriceWatch } from '../features/prices/stale-price-watch.ts'
import { MarginStatements } from '../features/reports/margin-statements.ts'
import { sandboxWork } from '../features/sandbox/sandbox-work.ts'
import { SandboxRepository } from '../features/sandbox/sandbox.repository.ts'
import { SandboxService } from '../features/sandbox/sandbox.service.ts'
import { Metrics } from '../platform/telemetry/metrics.ts'
import { Writes } from '../platform/writes/writes.ts'
import type { composeApprovals } from './approvals.ts'
import type { composeAutomations } from './automations.ts'
import type { ServiceParts } from './service-parts.ts'

/** The services that workers act through. */
export interface Worked {
  readonly agreementDeadlines: AgreementDeadlines
  readonly calendarDeadlines: CalendarDeadlines
  readonly closeOuts: CloseOutService
  readonly custody: CustodyAdapters
  readonly markToMarket: MarkToMarketService
  readonly metrics: Metrics
  readonly orders: OrderService
  readonly orderRequests: OrderRequestService
  readonly priceBook: PriceBook
  readonly prices: PriceService
  readonly settlement: SettlementService
  readonly writes: Writes
}

/** The workers. `background-work.ts` runs them. */
export function composeWorkers(
  { config, bookClock: clock, ids, logger, pool, sandbox }: ServiceParts,
  acting: Worked,
) {
  const { closeOuts, custody, markToMarket, metrics, orders, orderRequests, priceBook } = acting
  const { prices, settlement, writes } = acting
  const revaluation = new RevaluationService({
    pool,
    writes,
    prices: priceBook,
    clock,
    logger,
    meter: new RevaluationMeter(metrics),
    notifiesAtOnce: sandbox === undefined,
  })
  prices.onPricesChanged((assets) => revaluation.pricesChanged(assets))
  writes.onDealChanged((deal) => revaluation.dealChanged(deal))
  const attemptsMax = config.CUSTODY_ATTEMPTS_MAX
  return {
    custodyWorker: new CustodyWorker({
      pool,
      writes,
      settlement,
      custody,
      clock,
      ids,
      logger,
      attemptsMax,
    }),
    deadlineWorker: new DeadlineWorker({
      pool,
      writes,
      clock,
      logger,
      handlers: {
        ...orders.deadlines,
        mark_to_market_request: markToMarket,
        order_request: orderRequests,
        close_out: closeOuts,
        transfer: new LateTransfers(closeOuts),
        ...acting.agreementDeadlines.handlers(),
        ...acting.calendarDeadlines.handlers(),
      },
    }),
    credentialExpiryWatch: new CredentialExpiryWatch({ pool, writes, clock }),
    expiryWarnings: new ExpiryWarnings({ pool, writes, clock, logger }),
    stalePriceWatch: new StalePriceWatch({ pool, writes, prices: priceBook, clock }),
    revaluation,
  }
}

/** The sandbox, which runs the workers itself. Undefined unless the service runs as one. */
export function composeSandbox(
  { config, bookClock: clock, pool, sandbox }: ServiceParts,
  work: Pick<Worked, 'custody' | 'prices'> & { readonly marginStatements: MarginStatements } & Pick<
      ReturnType<typeof composeApprovals>,
      'approvalWorker'
    > &
    Pick<ReturnType<typeof composeAutomations>, 'automationWorker'> &
    ReturnType<typeof composeWorkers>,
) {
  if (sandbox === undefined) return undefined
  return new SandboxService({
    sandbox,
    repository: new SandboxRepository(pool),
    custody: work.custody,
    advanceMsMax: config.SANDBOX_ADVANCE_MS_MAX,
    work: sandboxWork({ config, pool, clock, ...work }),
  })
}
