import { createHmac } from 'node:crypto'
import pg from 'pg'
import { passwordOf, superuser } from './cluster.ts'
import { urlOf } from './maintenance-client.ts'
import type { Place } from './place.ts'

/** The names of two roles: one owns the database, the other owns nothing and works in it. */
export interface LoginNames {
  readonly owner: string
  readonly service: string
}

/** postgres://… of each role, in the database. */
export interface Logins {
  readonly ownerUrl: string
  readonly serviceUrl: string
}

/**
 * Creates the roles that are missing. Makes `owner` the owner of the database and of everything
 * that the superuser created in it: earlier versions worked as the superuser.
 */
export async function prepareLogins(
  place: Place,
  port: number,
  database: string,
  names: LoginNames,
): Promise<Logins> {
  const client = new pg.Client({
    connectionString: urlOf(place, port, database),
    application_name: 'vadium local-postgres',
    connectionTimeoutMillis: 5_000,
    ssl: false,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('BEGIN')
    for (const name of [names.owner, names.service]) {
      await makeRole(client, name, rolePassword(place, name))
    }
    const [owner, service] = [names.owner, names.service].map(pg.escapeIdentifier)
    await client.query(`GRANT ${service} TO ${owner} WITH INHERIT FALSE, SET TRUE`)
    await giveAll(client, names.owner)
    // By default every role may create large objects without limit, whatever its other rights.
    await client.query(
      'REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC',
    )
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
  const url = (name: string) => {
    const changed = new URL(urlOf(place, port, database))
    changed.username = encodeURIComponent(name)
    changed.password = rolePassword(place, name)
    return changed.toString()
  }
  return { ownerUrl: url(names.owner), serviceUrl: url(names.service) }
}

/** The same at each start, so that a second start does not invalidate the password of the first. */
function rolePassword(place: Place, name: string): string {
  return createHmac('sha256', passwordOf(place)).update(name).digest('base64url')
}

async function makeRole(client: pg.Client, name: string, password: string): Promise<void> {
  const role = pg.escapeIdentifier(name)
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  if (rowCount === 0) await client.query(`CREATE ROLE ${role}`)
  await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`)
}

/** Statements that change the owner of everything that the superuser created in the database. */
const changesOfOwner = `
  WITH mine AS (SELECT oid FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema')
  SELECT format('ALTER TABLE %s OWNER TO %I', oid::regclass, $1::text) AS change FROM pg_class c
  WHERE relnamespace IN (SELECT oid FROM mine) AND relowner = $2::regrole AND relkind IN ('r', 'p')
  UNION ALL
  SELECT format('ALTER SEQUENCE %s OWNER TO %I', oid::regclass, $1::text) FROM pg_class c
  WHERE relnamespace IN (SELECT oid FROM mine) AND relowner = $2::regrole AND relkind = 'S'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype IN ('a', 'i'))
  UNION ALL
  SELECT format('ALTER ROUTINE %s OWNER TO %I', oid::regprocedure, $1::text) FROM pg_proc
  WHERE pronamespace IN (SELECT oid FROM mine) AND proowner = $2::regrole
  UNION ALL
  SELECT format('ALTER TYPE %s OWNER TO %I', oid::regtype, $1::text) FROM pg_type
  WHERE typnamespace IN (SELECT oid FROM mine) AND typowner = $2::regrole AND typtype IN ('d', 'e')
  UNION ALL
  SELECT format('ALTER POLICY %I ON %s TO %I', polname, polrelid::regclass, $1::text) FROM pg_policy
  WHERE polroles = ARRAY[$2::regrole::oid]`

/** Changes the owner of the database and of its contents, within the caller's transaction. */
async function giveAll(client: pg.Client, owner: string): Promise<void> {
  const { rows } = await client.query<{ change: string }>(changesOfOwner, [owner, superuser])
  for (const { change } of rows) await client.query(change)
  await client.query(
    `ALTER DATABASE ${pg.escapeIdentifier(client.database ?? '')} OWNER TO ${pg.escapeIdentifier(owner)}`,
  )
}
