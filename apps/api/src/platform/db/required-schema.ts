import type { FastifyBaseLogger } from 'fastify'
import type { ClientBase } from 'pg'
import { StartError } from '../start-error.ts'
import { newestVersion, readMigrations } from './migrations.ts'
import { migrationsForService, refuseOtherFiles } from './recorded-migrations.ts'
import { checkRoleName } from './service-role.ts'

/**
 * Makes sure that the schema is up to date, for a process that may not migrate. A schema that is
 * newer than this program is used as it is.
 *
 * @param client A connection with the login of the service.
 * @throws StartError if migrations are missing, or others than those of this program were applied.
 */
export async function requireSchema(
  client: ClientBase,
  serviceRole: string,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  await checkRoleName(client, serviceRole)
  const migrations = await readMigrations()
  const recorded = await migrationsForService(client)
  refuseOtherFiles(recorded, migrations)
  const missing = migrations.filter(({ version }) => !recorded.has(version))
  if (missing.length > 0) {
    throw new StartError(
      `The schema of this database lacks ${missing.length} of the ${migrations.length} migrations of this ` +
        'program, and the login of DATABASE_SERVICE_URL may not migrate. Run `vadium-api migrate` ' +
        'with DATABASE_URL, or set DATABASE_URL for this process as well.',
    )
  }
  const schema = newestVersion(recorded.keys())
  const known = migrations.at(-1)?.version ?? 0
  if (schema > known) logger.warn({ schema, known }, 'the schema is newer than this program')
}
