import { ownerUrlOf, readConfig } from '../config/config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { withOwnerClient } from '../platform/db/pool.ts'
import { refuseTransactionPooling } from '../platform/db/pooling.ts'
import { createLogger } from '../platform/telemetry/log.ts'
import { shownError } from './shown-error.ts'

/**
 * The command `vadium-api migrate`. Exit codes: 0 the schema is up to date, 1 the migration failed.
 */
try {
  const config = readConfig(process.env)
  const logger = createLogger(config.LOG_LEVEL, process.stderr)
  await refuseTransactionPooling('DATABASE_URL', ownerUrlOf(config))
  const { applied, version, known } = await withOwnerClient(ownerUrlOf(config), (client) =>
    migrate(client, config.DATABASE_SERVICE_ROLE, {
      logger,
      waitSecondsMax: config.MIGRATION_WAIT_S,
    }),
  )
  process.stdout.write(
    `Migrations applied: ${applied}. The schema is at version ${version}, and this program knows ${known}.\n`,
  )
} catch (error) {
  process.stderr.write(`${shownError(error)}\n`)
  process.exitCode = 1
}
