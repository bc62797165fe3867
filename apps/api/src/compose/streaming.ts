import { AssetsOfPositions } from '../features/deals/positions/assets-of-positions.ts'
import { MovedPrices } from '../features/prices/moved-prices.ts'
import type { PriceBook } from '../features/prices/price-book.ts'
import { NotificationRepository } from '../features/notifications/notification.repository.ts'
import { NotificationService } from '../features/notifications/notification.service.ts'
import { OpenPreferences } from '../features/notifications/open-preferences.ts'
import { ConnectionShares } from '../platform/db/connection-shares.ts'
import { openServicePool, serviceLogin } from '../platform/db/pool.ts'
import { TenantDatabase } from '../platform/db/tenant.ts'
import { EventCursors } from '../platform/events/event-cursors.ts'
import { EventFeeds } from '../platform/events/event-feed.ts'
import { EventHints } from '../platform/events/event-hints.ts'
import { EventLog } from '../platform/events/event-log.ts'
import { EventNumbering } from '../platform/events/event-numbering.ts'
import { EventService } from '../platform/events/events.service.ts'
import type { Moving } from '../platform/events/moves.ts'
import { OpenStreams } from '../platform/events/open-streams.ts'
import { Metrics } from '../platform/telemetry/metrics.ts'
import { StreamMeter } from '../platform/telemetry/stream-meter.ts'
import type { Writes } from '../platform/writes/writes.ts'
import type { ServiceParts } from './service-parts.ts'

/** The numbering of committed events, on a connection that no request can keep from it. */
export function composeNumbering(
  { config, databaseTimes, logger }: ServiceParts,
  writes: Writes,
): EventNumbering {
  const pool = openServicePool({ ...serviceLogin(config), poolSize: 1, times: databaseTimes })
  const numbering = new EventNumbering(pool, logger)
  writes.onEventsCommitted((logs) => numbering.committed(logs))
  return numbering
}

/** The event logs, and the event streams of this process. */
export function composeEvents(
  { config, logger, pageTokenKey, pool }: ServiceParts,
  {
    metrics,
    numbering,
    shares,
    webhooksDue,
    moving,
  }: {
    metrics: Metrics
    numbering: EventNumbering
    shares: ConnectionShares
    webhooksDue: () => void
    moving: Moving
  },
) {
  const log = new EventLog(shares)
  const cursors = new EventCursors(pageTokenKey)
  const feeds = new EventFeeds(log, cursors)
  const openStreams = new OpenStreams(pool, logger, {
    process: config.STREAMS_MAX,
    organization: config.STREAMS_PER_ORGANIZATION_MAX,
    credential: config.STREAMS_PER_CREDENTIAL_MAX,
  })
  const meter = new StreamMeter(metrics)
  return {
    eventHints: new EventHints({
      login: serviceLogin(config),
      logger,
      grown: (organizationId) => feeds.hasGrown(organizationId),
      webhooksDue,
    }),
    events: new EventService({
      ...{ log, numbering, cursors, feeds, moving, meter },
      streams: openStreams,
    }),
    openStreams,
  }
}

/** What the figures of an organization rest on, and how it is followed. */
export function composeMoves(
  { bookClock: clock, logger, sandbox }: ServiceParts,
  { prices, shares }: { prices: PriceBook; shares: ConnectionShares },
) {
  const positionAssets = new AssetsOfPositions(shares)
  const movedPrices = new MovedPrices({
    ...{ prices, clock, logger, positionAssets },
    isSandbox: sandbox !== undefined,
  })
  return { movedPrices, positionAssets }
}

/** The notifications of accounts, and their preferences while a stream is open. */
export function composeNotifications(
  { logger, pool }: ServiceParts,
  database: TenantDatabase,
  events: EventService,
) {
  const openPreferences = new OpenPreferences(pool, logger)
  const repository = new NotificationRepository(database)
  return {
    notifications: new NotificationService(repository, events, openPreferences),
    openPreferences,
  }
}
