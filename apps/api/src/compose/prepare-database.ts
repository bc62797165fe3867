import type { FastifyBaseLogger } from 'fastify'
import type { Client, ClientBase } from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../config/config.ts'
import { type LoadedScenario, loadScenario } from '../features/scenario/load.ts'
import { type OpenSandbox, sandboxOf } from '../features/sandbox/open-sandbox.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import { openSecretBox } from '../platform/secrets/secrets-key.ts'
import { refuseForeignKeys, refuseUnsealed } from '../platform/secrets/stored-secrets.ts'
import { StartError } from '../platform/start-error.ts'
import { requireWrites } from '../platform/db/database-hosts.ts'
import { undurableSettings } from '../platform/db/durability.ts'
import { migrate } from '../platform/db/migrate.ts'
import { readPeopleNeeded } from '../platform/db/people-needed.ts'
import { serviceLogin, withLogin, withOwnerClient } from '../platform/db/pool.ts'
import { refuseTransactionPooling } from '../platform/db/pooling.ts'
import { checkReplicas } from '../platform/db/replica-check.ts'
import { requireSchema } from '../platform/db/required-schema.ts'
import { checkOwnLogin, checkServiceLogin } from '../platform/db/service-login.ts'
import { isOpenToPublic } from '../platform/db/service-role.ts'
import { serviceSecret } from '../platform/secrets/service-secrets.ts'
import { composeHistory } from './history.ts'

export interface PreparedDatabase {
  readonly pageTokenKey: Uint8Array
  /** The key with which the simulated custodian signs its callbacks. */
  readonly simulatedCallbackKey: Uint8Array
  /** Seals (encrypts) the secrets that the database keeps. */
  readonly secretBox: SecretBox
  /** The id of the installation, which the database keeps. */
  readonly installationId: string
  readonly scenario: LoadedScenario | undefined
  /** Set if the service runs as a sandbox. */
  readonly sandbox: OpenSandbox | undefined
}

/**
 * Prepares the database: checks its settings, migrates it, loads the scenario.
 * Without the login of the owner, the schema must have been migrated.
 *
 * @throws StartError if the service must not work on this database, and ReadOnlyServerError if the
 * database takes no writes.
 */
export async function prepareDatabase(
  config: Config,
  clock: Clock,
  logger: FastifyBaseLogger,
): Promise<PreparedDatabase> {
  const { DATABASE_URL: ownerUrl, DATABASE_SERVICE_URL: serviceUrl } = config
  if (ownerUrl !== undefined) await refuseTransactionPooling('DATABASE_URL', ownerUrl)
  if (serviceUrl !== undefined) await refuseTransactionPooling('DATABASE_SERVICE_URL', serviceUrl)
  const prepare = (client: Client) => prepareOver(client, config, clock, logger)
  return ownerUrl === undefined
    ? withLogin(serviceLogin(config).url, prepare)
    : withOwnerClient(ownerUrl, prepare)
}

/** Prepares the database over one connection: the owner's, or the service's own without it. */
export async function prepareOver(
  client: Client,
  config: Config,
  clock: Clock,
  logger: FastifyBaseLogger,
): Promise<PreparedDatabase> {
  const secretBox = openSecretBox(config)
  const undurable = await undurableSettings(client)
  if (undurable.length > 0 && !config.ALLOW_UNDURABLE_DATABASE) {
    throw new StartError(
      `PostgreSQL runs with ${undurable.join(', ')}: committed writes may be lost. ` +
        'Turn it on, or set ALLOW_UNDURABLE_DATABASE=1 where losing data is acceptable.',
    )
  }
  await requireWrites(client)
  await checkReplicas(client, config, logger)
  if (config.DATABASE_URL === undefined) await requireOwnersWork(client, config, logger)
  else await doOwnersWork(client, config, logger)
  if (await isOpenToPublic(client, config.DATABASE_SERVICE_ROLE)) {
    logger.warn('every role of the server may connect to this database: see docs/operating.md')
  }
  await refuseForeignKeys(client, secretBox)
  await refuseUnsealed(client)
  const pageTokenKey = await serviceSecret(client, 'page token', secretBox)
  const callbacks = 'simulated custodian callbacks'
  const simulatedCallbackKey = await serviceSecret(client, callbacks, secretBox)
  const installationId = await readInstallationId(client)
  const sandbox = await sandboxOf(client, config)
  // A sandbox and a scenario hold a made-up book, and their keys are no secret.
  const isReal = sandbox === undefined && config.SCENARIO === undefined
  if (isReal && (await readPeopleNeeded(client)) === 1) {
    logger.warn('one person suffices for every act: see "Two people" in docs/operating.md')
  }
  const bookClock = sandbox?.clock ?? clock
  const scenario =
    config.SCENARIO === undefined
      ? undefined
      : await loadScenario(client, {
          path: config.SCENARIO,
          clock: bookClock,
          services: composeHistory({
            cutTime: config.MARKET_CUT_TIME,
            pageTokenKey,
            priceAgeSecondsMax: config.PRICE_MAX_AGE_S,
            transferLateAfterSeconds: config.TRANSFER_LATE_AFTER_S,
          }),
          onProgress: (percent) => logger.info({ percent }, 'loading the scenario'),
        })
  if (scenario !== undefined) {
    const outcome = scenario.loaded ? 'scenario loaded' : 'scenario already loaded'
    logger.info({ scenario: scenario.name }, outcome)
  }
  return {
    pageTokenKey,
    simulatedCallbackKey,
    secretBox,
    installationId,
    scenario,
    sandbox,
  }
}

async function doOwnersWork(client: Client, config: Config, logger: FastifyBaseLogger) {
  await migrate(client, config.DATABASE_SERVICE_ROLE, {
    logger,
    waitSecondsMax: config.MIGRATION_WAIT_S,
  })
  await checkServiceLogin(client, config, logger)
}

/** What the owner did in another process. */
async function requireOwnersWork(client: Client, config: Config, logger: FastifyBaseLogger) {
  await checkOwnLogin(client, config.DATABASE_SERVICE_ROLE)
  await requireSchema(client, config.DATABASE_SERVICE_ROLE, logger)
}

async function readInstallationId(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT installation_id() AS id')
  const [row] = rows
  if (row === undefined) throw new Error('the database has no installation id')
  return row.id
}
