import { CounterpartyTraffic } from '../features/access/counterparties/counterparty-traffic.ts'
import { CallbackService } from '../features/custody/callback.service.ts'
import { CustodyAdapters } from '../features/custody/custody-adapters.ts'
import { CustodyMeter } from '../features/custody/custody-meter.ts'
import { InstructionService } from '../features/custody/instruction.service.ts'
import { PriceService } from '../features/prices/price-service.ts'
import type { CustodianService } from '../features/reference/custodians/custodian.service.ts'
import { SearchService } from '../features/search/search.service.ts'
import { TodayRepository } from '../features/today/today.repository.ts'
import { TodayService } from '../features/today/today.service.ts'
import { TransferRepository } from '../features/deals/transfers/transfers.repository.ts'
import { TransferService } from '../features/deals/transfers/transfers.service.ts'
import { ConnectionShares } from '../platform/db/connection-shares.ts'
import { TenantDatabase } from '../platform/db/tenant.ts'
import type { StreamRests } from '../platform/stream-rests.ts'
import { Exports } from '../platform/lists/exports.ts'
import { Lists } from '../platform/lists/list.ts'
import { PageTokens } from '../platform/lists/page-token.ts'
import { Signal } from '../platform/signal.ts'
import { CredentialUses } from '../platform/signing/credential-uses.ts'
import { Metrics } from '../platform/telemetry/metrics.ts'
import { AuditTrail } from '../platform/writes/audit-trail.ts'
import { Writes } from '../platform/writes/writes.ts'
import { composeAdmission } from './admission.ts'
import { carryOutWhenApproved, composeApprovals } from './approvals.ts'
import { composeAutomations } from './automations.ts'
import { composeDeals } from './deals.ts'
import { composeDocuments } from './documents.ts'
import { composeMail } from './mail.ts'
import { composeOnboarding } from './onboarding.ts'
import { composeReplicas } from './replicas.ts'
import { composeReports } from './reports.ts'
import type { ServiceParts } from './service-parts.ts'
import { composeEvents, composeMoves, composeNotifications, composeNumbering } from './streaming.ts'
import { composeWebhooks } from './webhooks.ts'
import { composeSandbox, composeWorkers } from './workers.ts'
import { listTransfers } from '@vadium/schema'

export type Services = ReturnType<typeof composeServices>

/** Builds every service and connects them. The HTTP layer is in `app.ts`. */
export function composeServices(parts: ServiceParts) {
  const { config, bookClock, logger, pool } = parts
  const custodySignal = new Signal()
  const wakeCustody = () => custodySignal.send()

  const metrics = new Metrics()
  const { admission, shares, database, replicas, writes } = composeDatabase(parts, metrics)
  const lists = new Lists(parts.pageTokenKey, config.BASE_PATH)

  const prices = composePrices(parts)
  const traffic = composeTraffic(parts)
  const onboarding = composeOnboarding({ ...parts, database, traffic, writes })
  const deals = composeDeals({
    ...parts,
    database,
    lists,
    priceAgeSecondsMax: config.PRICE_MAX_AGE_S,
    transferLateAfterSeconds: config.TRANSFER_LATE_AFTER_S,
    traffic,
    wakeCustody,
    withAgents: false,
  })

  const approvals = composeApprovals({
    ...parts,
    database,
    priceBook: deals.priceBook,
    resolvedRequests: deals.resolvedRequests,
    writes,
  })
  const numbering = composeNumbering(parts, writes)
  const outgoing = composeOutgoing({ ...parts, database, numbering, writes })
  const moves = composeMoves(parts, { prices: deals.priceBook, shares })
  const streaming = composeEvents(parts, {
    moving: moves.movedPrices,
    metrics,
    numbering,
    shares,
    webhooksDue: outgoing.due,
  })

  const custody = composeCustody(parts, metrics)
  const workers = {
    ...composeAutomations({ ...parts, ...approvals, ...deals, database, writes }),
    ...composeWorkers(parts, { ...deals, ...onboarding, custody, metrics, prices, writes }),
  }
  const documents = composeDocuments({ ...parts, database, writes })
  const sandbox = composeSandbox(parts, { ...documents, custody, prices, ...approvals, ...workers })
  carryOutWhenApproved({ ...approvals, sandbox }, logger)
  return {
    installationId: parts.installationId,
    ...onboarding,
    ...approvals,
    audit: new AuditTrail(pool, logger),
    credentialUses: new CredentialUses(pool, logger),
    tenantDatabase: database,
    bookClock,
    callbacks: new CallbackService(pool, custody, bookClock, wakeCustody),
    custody,
    custodySignal,
    ...documents,
    ...deals,
    ...workers,
    ...streaming,
    exports: composeExports(parts, admission.rests),
    instructions: new InstructionService(database, wakeCustody),
    lists,
    ...admission,
    metrics,
    numbering,
    ...composeNotifications(parts, database, streaming.events),
    ...moves,
    prices,
    replicas,
    ...composeReports({ ...parts, ...admission, database, prices: deals.priceBook, replicas }),
    ...composeOverviews(parts, database, deals),
    sandbox,
    transfers: composeTransfers(parts, database, onboarding.custodians),
    ...outgoing,
    writes,
  }
}

/** What follows event logs and leaves the service. */
function composeOutgoing(parts: Parameters<typeof composeWebhooks>[0]) {
  const webhooks = composeWebhooks(parts)
  const mail = composeMail(parts)
  const due = () => {
    webhooks.due()
    mail.due()
  }
  return { webhooks, mail, due }
}

/** Access to the database, and the limits on it. */
function composeDatabase(parts: ServiceParts, metrics: Metrics) {
  const { config, bookClock, ids, pool } = parts
  const admission = composeAdmission(config, metrics)
  const { load } = admission
  const shares = new ConnectionShares(
    pool,
    { percent: config.DATABASE_SHARE_PERCENT, lists: config.LISTS_PER_ORGANIZATION_MAX },
    load,
  )
  load.onExcess((count, waitedMs) => shares.refuseOldest(count, waitedMs))
  const replicas = composeReplicas(parts, shares, metrics)
  return {
    admission,
    shares,
    replicas,
    database: new TenantDatabase(shares, config.LIST_MS_MAX, replicas),
    writes: new Writes(pool, bookClock, ids, shares),
  }
}

function composePrices({ config, logger, pool }: ServiceParts) {
  return new PriceService({
    pool,
    logger,
    rules: {
      deviationPercent: config.PRICE_DEVIATION_PERCENT,
      ageSecondsMax: config.PRICE_MAX_AGE_S,
    },
  })
}

function composeOverviews(
  { bookClock }: ServiceParts,
  database: TenantDatabase,
  { priceBook: prices, defaults }: Pick<ReturnType<typeof composeDeals>, 'priceBook' | 'defaults'>,
) {
  return {
    searches: new SearchService(database),
    today: new TodayService({
      today: new TodayRepository(database),
      prices,
      clock: bookClock,
      defaults,
    }),
  }
}

function composeTransfers(
  { pageTokenKey }: ServiceParts,
  database: TenantDatabase,
  custodians: CustodianService,
): TransferService {
  const pageTokens = new PageTokens(pageTokenKey, listTransfers.id)
  return new TransferService(new TransferRepository(database), custodians, pageTokens)
}

function composeExports({ config, logger }: ServiceParts, rests: StreamRests): Exports {
  return new Exports(logger, {
    process: config.EXPORTS_MAX,
    organization: config.EXPORTS_PER_ORGANIZATION_MAX,
    bytesPerSecondMin: config.REPORT_KIB_S_MIN * 1024,
    rests,
  })
}

/** The limits on what one organization may send to another. */
function composeTraffic({ config, clock }: ServiceParts): CounterpartyTraffic {
  return new CounterpartyTraffic({
    clock,
    limits: {
      messagesMax: config.COUNTERPARTY_MESSAGES_MAX,
      ordersMax: config.COUNTERPARTY_ORDERS_MAX,
      pendingOrdersMax: config.COUNTERPARTY_PENDING_ORDERS_MAX,
      withdrawalsMax: config.COUNTERPARTY_WITHDRAWALS_MAX,
      withdrawalsWhileMutedMax: config.COUNTERPARTY_WITHDRAWALS_WHILE_MUTED_MAX,
      walletChangesMax: config.COUNTERPARTY_WALLET_CHANGES_MAX,
      proposalsMax: config.COUNTERPARTY_PROPOSALS_MAX,
    },
  })
}

function composeCustody(parts: ServiceParts, metrics: Metrics): CustodyAdapters {
  const { config, bookClock: clock, logger, pool, simulatedCallbackKey } = parts
  const meter = new CustodyMeter(metrics, parts.tracing)
  return new CustodyAdapters({ config, pool, clock, logger, simulatedCallbackKey, meter })
}
