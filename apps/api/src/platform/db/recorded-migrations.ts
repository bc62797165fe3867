import type { ClientBase } from 'pg'
import { StartError } from '../start-error.ts'
import { type Migration, newestVersion } from './migrations.ts'

type Client = Pick<ClientBase, 'query'>

/** The checksums of the migrations that a database has, by version. */
export type RecordedMigrations = ReadonlyMap<number, string | null>

/** The migrations that a database has. None, if it was never migrated. */
export async function recordedMigrations(client: Client): Promise<RecordedMigrations> {
  const { rows: found } = await client.query<{ isMigrated: boolean }>(
    `SELECT to_regclass('schema_versions') IS NOT NULL AS "isMigrated"`,
  )
  return found[0]?.isMigrated === true ? readFrom(client, 'schema_versions') : new Map()
}

/**
 * The same, for the login of the service, which may not read the table. None, if the database does
 * not let it ask.
 */
export async function migrationsForService(client: Client): Promise<RecordedMigrations> {
  const { rows: found } = await client.query<{ mayAsk: boolean }>(
    `SELECT to_regprocedure('applied_migrations()') IS NOT NULL AS "mayAsk"`,
  )
  return found[0]?.mayAsk === true ? readFrom(client, 'applied_migrations()') : new Map()
}

/** Databases from before the first release have checksums of another kind, which are null here. */
async function readFrom(client: Client, source: string): Promise<RecordedMigrations> {
  const { rows } = await client.query<{ version: number | string; checksum: string | null }>(
    `SELECT v.version, to_jsonb(v) ->> 'checksum' AS checksum FROM ${source} v WHERE v.version > 0`,
  )
  return new Map(rows.map(({ version, checksum }) => [Number(version), checksum]))
}

/** Creates the table of the migrations that a database has. */
export async function createRecord(client: Client): Promise<void> {
  await client.query(`CREATE TABLE schema_versions (
    version integer PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`)
}

export async function recordMigration(
  client: Client,
  { version, name, checksum }: Migration,
): Promise<void> {
  await client.query('INSERT INTO schema_versions (version, name, checksum) VALUES ($1, $2, $3)', [
    version,
    name,
    checksum,
  ])
}

/**
 * The migrations begin again with the first release. A database that was made before it has other
 * ones under the same numbers, and the first one shows it.
 *
 * @throws StartError if the database was made with other files than these.
 */
export function refuseOtherFiles(
  recorded: RecordedMigrations,
  migrations: readonly Migration[],
): void {
  const other = migrations.find(
    ({ version, checksum }) => recorded.has(version) && recorded.get(version) !== checksum,
  )
  if (other === undefined) return
  if (other.version === 1) throw new StartError(earlierSchema(newestVersion(recorded.keys())))
  throw new StartError(
    `This database was migrated with another file ${other.file} than the one of this program, so ` +
      'its schema may be another one. Run the release that it was migrated with.',
  )
}

const earlierSchema = (newest: number) =>
  `This database has version ${newest} of a schema from before the first release, whose migrations ` +
  'this program replaced by new ones, so it cannot be upgraded: use a new, empty database (with ' +
  'npm start: remove the folder data/postgres, or set VADIUM_DATA to another data folder), or keep ' +
  'the earlier program.'
