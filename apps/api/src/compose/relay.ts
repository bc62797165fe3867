import type { NatsConnection } from '@nats-io/transport-node'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Config } from '../config/config.ts'
import { JetStreamBroker } from '../features/relay/jetstream-broker.ts'
import { OrganizationRelay } from '../features/relay/organization-relay.ts'
import { relayMeter } from '../features/relay/relay-gauges.ts'
import { RelayLocks } from '../features/relay/relay-locks.ts'
import {
  isActive,
  type RelayedOrganization,
  relayedOrganizations,
} from '../features/relay/relayed-organizations.ts'
import { ConnectionShares } from '../platform/db/connection-shares.ts'
import { openServicePool, serviceLogin, withLogin } from '../platform/db/pool.ts'
import { refuseTransactionPooling } from '../platform/db/pooling.ts'
import { requireSchema } from '../platform/db/required-schema.ts'
import { EventCursors } from '../platform/events/event-cursors.ts'
import { EventHints } from '../platform/events/event-hints.ts'
import { EventLog } from '../platform/events/event-log.ts'
import { EventNumbering } from '../platform/events/event-numbering.ts'
import { type RecurringWork, runOnSignal } from '../platform/recurring-work.ts'
import { openSecretBox } from '../platform/secrets/secrets-key.ts'
import { serviceSecret } from '../platform/secrets/service-secrets.ts'
import { refuseForeignKeys } from '../platform/secrets/stored-secrets.ts'
import { Signal } from '../platform/signal.ts'
import { Metrics } from '../platform/telemetry/metrics.ts'

/** How long a relay without hints waits until it looks for events itself. */
const idleMs = 20_000

interface PreparedRelay {
  readonly organizations: readonly RelayedOrganization[]
  readonly cursors: EventCursors
}

/**
 * Reads what a relay must know, as the role of the service.
 * @throws ConfigError or StartError that says why it cannot work on this database.
 */
export async function prepareRelay(
  config: Config,
  logger: FastifyBaseLogger,
): Promise<PreparedRelay> {
  const box = openSecretBox(config)
  const { url, role } = serviceLogin(config)
  const isOwn = config.DATABASE_SERVICE_URL !== undefined
  await refuseTransactionPooling(isOwn ? 'DATABASE_SERVICE_URL' : 'DATABASE_URL', url)
  return withLogin(url, async (client) => {
    await client.query(`SET ROLE ${pg.escapeIdentifier(role)}`)
    await requireSchema(client, role, logger)
    await refuseForeignKeys(client, box)
    const organizations = await relayedOrganizations(client, config)
    const cursors = new EventCursors(await serviceSecret(client, 'page token', box))
    return { organizations, cursors }
  })
}

interface StartedRelay extends RecurringWork {
  readonly relays: readonly OrganizationRelay[]
  readonly metrics: Metrics
}

/** Relays the events of the organizations until it is stopped. */
export async function startRelay(
  { organizations, cursors }: PreparedRelay,
  {
    config,
    connection,
    logger,
  }: { config: Config; connection: NatsConnection; logger: FastifyBaseLogger },
): Promise<StartedRelay> {
  const login = serviceLogin(config)
  const pool = openServicePool({ ...login, poolSize: config.DATABASE_POOL_SIZE })
  const shares = new ConnectionShares(pool)
  const numbering = new EventNumbering(openServicePool({ ...login, poolSize: 1 }), logger)
  const broker = await JetStreamBroker.on(connection, config.NATS_API_PREFIX)
  const metrics = new Metrics((name) => name.startsWith('vadium_relay_'))
  const signals = new Map(organizations.map(({ id }) => [id, new Signal()]))
  const locks = new RelayLocks({
    ...{ login, organizations, logger },
    taken: (id) => signals.get(id)?.send(),
  })
  const hints = new EventHints({
    ...{ login, logger },
    grown: (id) => {
      const grown = id === undefined ? [...signals.values()] : [signals.get(id)]
      for (const signal of grown) signal?.send()
    },
    webhooksDue: () => undefined,
  })
  const works: RecurringWork[] = [numbering.start(), hints.start()]
  const relays = organizations.map(({ id, slug }) => {
    const relay = new OrganizationRelay({
      organizationId: id,
      stream: `${config.NATS_PREFIX}-${id}`,
      prefix: config.NATS_PREFIX,
      ...{ broker, cursors, logger, log: new EventLog(shares) },
      holdsLog: () => locks.holds(id),
      isActive: () => isActive(shares, id),
      meter: relayMeter(metrics, id),
    })
    works.push(
      runOnSignal({
        signal: signals.get(id) ?? new Signal(),
        run: () => relay.step(),
        idleMs,
        failed: (err) => {
          metrics.of('vadium_relay_failures_total').inc({ organization: id })
          logger.warn({ err, organization: slug }, 'relaying events failed')
        },
      }),
    )
    return relay
  })
  const locking = locks.start()
  return {
    relays,
    metrics,
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()))
      // Another process goes on as soon as nothing is under way here.
      await locking.stop()
      await Promise.all([numbering.close(), pool.end()])
    },
  }
}
