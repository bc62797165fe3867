import type { ClientBase } from 'pg'
import type Postgrator from 'postgrator'
import { StartError } from '../start-error.ts'

interface Recorded {
  readonly newest: number | null
  readonly isEarlier: boolean | null
}

/**
 * Before the first release, the migrations were folded into one file for each part of the schema. A
 * database that was made before has other migrations under the same numbers, and the first one
 * shows it.
 *
 * @throws StartError if this is such a database.
 */
export async function refuseEarlierSchema(
  client: Pick<ClientBase, 'query'>,
  migrations: readonly Postgrator.Migration[],
): Promise<void> {
  const first = migrations.find(({ version }) => version === 1)
  const { rows: found } = await client.query<{ isMigrated: boolean }>(
    `SELECT to_regclass('schema_versions') IS NOT NULL AS "isMigrated"`,
  )
  if (first === undefined || found[0]?.isMigrated !== true) return
  const { rows } = await client.query<Recorded>(
    `SELECT max(version)::int AS newest, bool_or(version = 1 AND md5 <> $1) AS "isEarlier"
     FROM schema_versions`,
    [first.md5],
  )
  if (rows[0]?.isEarlier !== true) return
  throw new StartError(
    `This database has version ${rows[0].newest} of a schema from before the first release, whose migrations ` +
      'this program replaced by new ones, so it cannot be upgraded: use a new, empty database (with npm start: ' +
      'remove the folder data/postgres, or set VADIUM_DATA to another data folder), or keep the earlier program.',
  )
}
