import { basename } from 'node:path'
import type { ClientBase } from 'pg'
import type Postgrator from 'postgrator'
import { StartError } from '../start-error.ts'

/** The checksums of the migrations that a database has, by version. */
export type RecordedMigrations = ReadonlyMap<number, string | null>

/** What a database says of its migrations. Nothing, if it was never migrated. */
export async function recordedMigrations(
  client: Pick<ClientBase, 'query'>,
): Promise<RecordedMigrations> {
  const { rows: found } = await client.query<{ isMigrated: boolean }>(
    `SELECT to_regclass('schema_versions') IS NOT NULL AS "isMigrated"`,
  )
  if (found[0]?.isMigrated !== true) return new Map()
  const { rows } = await client.query<{ version: string; md5: string | null }>(
    'SELECT version, md5 FROM schema_versions WHERE version > 0',
  )
  return new Map(rows.map(({ version, md5 }) => [Number(version), md5]))
}

/**
 * The same, for the login of the service, which may not read the table. Nothing, if the migration
 * that lets it ask is missing.
 */
export async function migrationsForService(
  client: Pick<ClientBase, 'query'>,
): Promise<RecordedMigrations> {
  const { rows: found } = await client.query<{ mayAsk: boolean }>(
    `SELECT to_regprocedure('applied_migrations()') IS NOT NULL AS "mayAsk"`,
  )
  if (found[0]?.mayAsk !== true) return new Map()
  const { rows } = await client.query<{ version: number; md5: string | null }>(
    'SELECT version, md5 FROM applied_migrations()',
  )
  return new Map(rows.map(({ version, md5 }) => [version, md5]))
}

/** The highest version of some migrations, or 0. */
export const newestVersion = (versions: Iterable<number>) => Math.max(0, ...versions)

/**
 * Before the first release, the migrations were folded into one file for each part of the schema. A
 * database that was made before has other migrations under the same numbers, and the first one
 * shows it.
 *
 * @throws StartError if the database was made with other files than these.
 */
export function refuseOtherFiles(
  recorded: RecordedMigrations,
  migrations: readonly Postgrator.Migration[],
): void {
  for (const { version, md5, filename } of migrations) {
    const made = recorded.get(version) ?? md5
    if (made === md5) continue
    if (version === 1) throw new StartError(earlierSchema(newestVersion(recorded.keys())))
    throw new StartError(
      `This database was migrated with another file ${basename(filename)} than the one of this ` +
        'program, so its schema may be another one. Run the release that it was migrated with.',
    )
  }
}

const earlierSchema = (newest: number) =>
  `This database has version ${newest} of a schema from before the first release, whose migrations ` +
  'this program replaced by new ones, so it cannot be upgraded: use a new, empty database (with ' +
  'npm start: remove the folder data/postgres, or set VADIUM_DATA to another data folder), or keep ' +
  'the earlier program.'
