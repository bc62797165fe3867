import pg, { type ClientBase } from 'pg'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import { StartError } from '../start-error.ts'
import { withLogin } from './pool.ts'

type Client = Pick<ClientBase, 'query'>

const advice = 'See docs/operating.md for how to create the two roles.'
const insufficientPrivilege = '42501'

/**
 * Checks that the service works as a role to which the policies apply: one that owns nothing, has
 * no attribute and is a member of nothing. If it has its own login, that login must not be able to
 * become any other role.
 *
 * @param owner A connection of the owner, which identifies the database.
 * @throws StartError that says what is wrong with the role or the login, or that the login is not
 *   of the same database.
 */
export async function checkServiceLogin(
  owner: Client,
  config: Config,
  logger: FastifyBaseLogger,
): Promise<void> {
  const { DATABASE_SERVICE_URL: url, DATABASE_SERVICE_ROLE: role } = config
  await warnOfSuperuser(owner, logger)
  if (url === undefined) {
    await checkMayBecome(owner, role)
    refuse(`The role ${role}`, role, await faultsOf(owner, role))
    logger.warn(
      `DATABASE_SERVICE_URL is not set, so the service logs in as the owner of the tables. ${advice}`,
    )
    return
  }
  await withLogin(url, async (client) => {
    await checkOwnLogin(client, role)
    if ((await databaseOf(client)) !== (await databaseOf(owner))) {
      throw new StartError('DATABASE_SERVICE_URL and DATABASE_URL are not of the same database.')
    }
  })
}

/**
 * Checks the login of the service by itself.
 * @param client A connection with that login.
 * @throws StartError that says what is wrong with it.
 */
export async function checkOwnLogin(client: Client, role: string): Promise<void> {
  const login = await loginOf(client)
  const faults = await faultsOf(client, login)
  if (login !== role) faults.unshift(`is ${login}`)
  refuse('The login of DATABASE_SERVICE_URL', role, faults)
}

async function checkMayBecome(owner: Client, role: string): Promise<void> {
  try {
    await owner.query(`SET ROLE ${pg.escapeIdentifier(role)}; RESET ROLE`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === insufficientPrivilege)) throw error
    throw new StartError(
      `The owner in DATABASE_URL may not become ${role}, and there is no DATABASE_SERVICE_URL. ${advice}`,
    )
  }
}

function refuse(what: string, role: string, faults: readonly string[]): void {
  if (faults.length === 0) return
  throw new StartError(
    `${what} ${faults.join(', ')}. It must be ${role} itself, ` +
      `own nothing, and be unable to become another role. ${advice}`,
  )
}

/** Policies do not apply to a superuser, nor to the statements of a service that logs in as one. */
async function warnOfSuperuser(owner: Client, logger: FastifyBaseLogger): Promise<void> {
  const { rowCount } = await owner.query(
    'SELECT FROM pg_roles WHERE rolname = session_user AND rolsuper',
  )
  if (rowCount !== 0) logger.warn(`DATABASE_URL is the login of a superuser. ${advice}`)
}

async function loginOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT session_user::text AS name')
  const [login] = rows
  if (login === undefined) throw new Error('a session has no role')
  return login.name
}

interface RoleRow {
  readonly memberships: string[]
  readonly faults: string[]
}

/** What would let a role bypass the policies. */
async function faultsOf(client: Client, role: string): Promise<string[]> {
  const { rows } = await client.query<RoleRow>(
    `SELECT
       ARRAY(SELECT g.rolname::text FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
         WHERE m.member = r.oid ORDER BY 1) AS memberships,
       array_remove(ARRAY[
         CASE WHEN r.rolsuper THEN 'is a superuser' END,
         CASE WHEN r.rolbypassrls THEN 'bypasses row-level security' END,
         CASE WHEN r.rolcreaterole THEN 'may create roles' END,
         CASE WHEN r.rolcreatedb THEN 'may create databases' END,
         CASE WHEN r.rolreplication THEN 'may replicate the server' END,
         CASE WHEN has_schema_privilege(r.oid, current_schema()::regnamespace, 'CREATE')
           THEN 'may create objects in the schema ' || current_schema() END,
         CASE WHEN EXISTS (SELECT FROM pg_shdepend
             WHERE refclassid = 'pg_authid'::regclass AND refobjid = r.oid AND deptype = 'o')
           THEN 'owns objects of this server' END], NULL) AS faults
     FROM pg_roles r WHERE r.rolname = $1`,
    [role],
  )
  return rows.flatMap(({ faults, memberships }) => [
    ...faults,
    ...memberships.map((name) => `is a member of ${name}`),
  ])
}

/** Identifies a database across servers by the start time of its server. */
async function databaseOf(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT pg_postmaster_start_time()::text || ' ' || oid AS id FROM pg_database
     WHERE datname = current_database()`,
  )
  return rows[0]?.id
}
