import pg, { type ClientBase } from 'pg'
import { defaultServiceRole } from '../../config/database-settings.ts'
import { StartError } from '../start-error.ts'

type Client = Pick<ClientBase, 'query'>

const roleInFile = new RegExp(String.raw`'?\b${defaultServiceRole}\b'?`, 'g')

/** A statement of a migration with the configured name of the service's role. */
export function withRoleName(statement: string, serviceRole: string): string {
  if (serviceRole === defaultServiceRole) return statement
  return statement.replace(roleInFile, (found) =>
    found.startsWith("'") && found.endsWith("'")
      ? pg.escapeLiteral(serviceRole)
      : found.replace(defaultServiceRole, pg.escapeIdentifier(serviceRole)),
  )
}

/**
 * The policies and grants of a database name one role, so a database is never used with two roles.
 * @throws StartError if the migrations were applied with another name.
 */
export async function checkRoleName(client: Client, serviceRole: string): Promise<void> {
  const recorded = await recordedRoleName(client)
  if (recorded === undefined || recorded === serviceRole) return
  throw new StartError(
    `This database was made for the role ${recorded}, and DATABASE_SERVICE_ROLE is ${serviceRole}. ` +
      `Set DATABASE_SERVICE_ROLE=${recorded}, or use another database.`,
  )
}

/** Undefined if no migration has recorded a role: the first one does. */
async function recordedRoleName(client: Client): Promise<string | undefined> {
  const { rows: found } = await client.query<{ isRecorded: boolean }>(
    `SELECT to_regprocedure('service_role()') IS NOT NULL AS "isRecorded"`,
  )
  if (found[0]?.isRecorded !== true) return undefined
  const { rows } = await client.query<{ name: string }>('SELECT service_role() AS name')
  return rows[0]?.name
}

/**
 * Makes sure that the owner may become the service's role, or may create it. The first migration
 * would fail with the words of PostgreSQL, which do not say what to do.
 *
 * @throws StartError with the statements that a superuser must run.
 */
export async function requireServiceRole(client: Client, serviceRole: string): Promise<void> {
  const { rows } = await client.query<NeededRights>(
    `SELECT o.rolname AS owner, s.oid IS NOT NULL AS "isMade", v.is_per_grant AS "isPerGrant",
       EXISTS (SELECT FROM pg_roles WHERE rolname = $1 || '_entry') AS "hasEntry",
       o.rolsuper OR CASE
         WHEN s.oid IS NULL THEN o.rolcreaterole
         ELSE pg_has_role(o.oid, s.oid, 'MEMBER') OR NOT v.is_per_grant AND o.rolcreaterole
       END AS suffices
     FROM pg_roles o LEFT JOIN pg_roles s ON s.rolname = $1,
       (SELECT current_setting('server_version_num')::int >= 160000 AS is_per_grant) v
     WHERE o.rolname = current_user`,
    [serviceRole],
  )
  const [found] = rows
  if (found === undefined || found.suffices) return
  const statements = [
    ...(found.isMade ? [] : [`CREATE ROLE ${pg.escapeIdentifier(serviceRole)} NOLOGIN`]),
    found.isPerGrant
      ? grantWithoutInherit(serviceRole, found.owner)
      : grantThroughEntry(serviceRole, found),
  ].join('; ')
  const may = found.isMade ? 'become' : 'create'
  throw new StartError(
    `The role ${found.owner} of DATABASE_URL may not ${may} the role ${serviceRole}, as which the service ` +
      `works. Run as a superuser of that server: ${statements}`,
  )
}

interface NeededRights {
  readonly owner: string
  /** Whether the service's role exists. */
  readonly isMade: boolean
  readonly isPerGrant: boolean
  readonly hasEntry: boolean
  readonly suffices: boolean
}

interface Membership {
  readonly owner: string
  readonly inherits: boolean
  /** Whether each grant has its own INHERIT option: PostgreSQL 16 or newer. */
  readonly isPerGrant: boolean
  /**
   * Whether the intermediate role exists through which the owner becomes the service on PostgreSQL
   * 15.
   */
  readonly hasEntry: boolean
  readonly mayGrant: boolean
}

/**
 * Makes sure that the owner may become the service's role but does not inherit it. An owner that
 * inherits it is subject to the policies of the service as well as its own, and cannot load a book.
 *
 * @throws StartError if only an administrator can change the grant.
 */
export async function keepOwnerApart(client: Client, serviceRole: string): Promise<void> {
  const found = await membershipOf(client, serviceRole)
  if (found?.inherits !== true) return
  const { owner, mayGrant } = found
  const statements = found.isPerGrant
    ? grantWithoutInherit(serviceRole, owner)
    : grantByEntry(serviceRole, found)
  if (mayGrant) {
    await client.query(statements)
    if ((await membershipOf(client, serviceRole))?.inherits !== true) return
  }
  throw new StartError(
    `The owner ${owner} inherits ${serviceRole}, so the policies of the service would bind it. ` +
      `An administrator can change that: ${statements}. See docs/operating.md.`,
  )
}

async function membershipOf(client: Client, serviceRole: string): Promise<Membership | undefined> {
  const { rows } = await client.query<Membership>(
    `SELECT o.rolname AS owner, NOT o.rolsuper AND pg_has_role(o.oid, s.oid, 'USAGE') AS inherits,
       v.is_per_grant AS "isPerGrant",
       EXISTS (SELECT FROM pg_roles WHERE rolname = s.rolname || '_entry') AS "hasEntry",
       CASE WHEN v.is_per_grant THEN pg_has_role(o.oid, s.oid, 'MEMBER WITH ADMIN OPTION')
         ELSE o.rolcreaterole END AS "mayGrant"
     FROM pg_roles s, pg_roles o,
       (SELECT current_setting('server_version_num')::int >= 160000 AS is_per_grant) v
     WHERE s.rolname = $1 AND o.rolname = current_user`,
    [serviceRole],
  )
  return rows[0]
}

/** PostgreSQL 16 and newer: the grant itself says whether it is inherited. */
const grantWithoutInherit = (serviceRole: string, owner: string) =>
  `GRANT ${pg.escapeIdentifier(serviceRole)} TO ${pg.escapeIdentifier(owner)} WITH INHERIT FALSE, SET TRUE`

/**
 * PostgreSQL 15: a role inherits through all of its memberships or through none. An intermediate
 * role that does not inherit lets the owner become the service, and leaves the owner's other
 * memberships as they are.
 */
function grantByEntry(serviceRole: string, membership: Membership): string {
  const [service, to] = [serviceRole, membership.owner].map(pg.escapeIdentifier)
  return `${grantThroughEntry(serviceRole, membership)}; REVOKE ${service} FROM ${to}`
}

function grantThroughEntry(
  serviceRole: string,
  { owner, hasEntry }: Pick<Membership, 'owner' | 'hasEntry'>,
): string {
  const [service, entry, to] = [serviceRole, `${serviceRole}_entry`, owner].map(pg.escapeIdentifier)
  return [
    ...(hasEntry ? [] : [`CREATE ROLE ${entry} NOLOGIN NOINHERIT`]),
    `GRANT ${service} TO ${entry}`,
    `GRANT ${entry} TO ${to}`,
  ].join('; ')
}

interface ConnectRights {
  readonly name: string
  readonly isOpen: boolean
  readonly servesService: boolean
  readonly isOwned: boolean
}

/**
 * Revokes CONNECT from everybody but the owner and the service, if the owner of the tables owns the
 * database. It runs at each start, because a copy or a restored dump has lost it.
 */
export async function closeDatabase(client: Client, serviceRole: string): Promise<void> {
  const { name, isOpen, servesService, isOwned } = await connectRightsOf(client, serviceRole)
  if (!isOwned || (!isOpen && servesService)) return
  const database = pg.escapeIdentifier(name)
  await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${database} FROM PUBLIC;
    GRANT CONNECT ON DATABASE ${database} TO CURRENT_USER, ${pg.escapeIdentifier(serviceRole)}`)
}

/** Whether every role of the server may connect to this database. */
export async function isOpenToPublic(client: Client, serviceRole: string): Promise<boolean> {
  const { isOpen } = await connectRightsOf(client, serviceRole)
  return isOpen
}

async function connectRightsOf(client: Client, serviceRole: string): Promise<ConnectRights> {
  const { rows } = await client.query<ConnectRights>(
    `SELECT datname AS name, pg_has_role(current_user, datdba, 'USAGE') AS "isOwned",
       has_database_privilege($1, oid, 'CONNECT') AS "servesService",
       EXISTS (SELECT FROM aclexplode(coalesce(datacl, acldefault('d', datdba)))
         WHERE grantee = 0 AND privilege_type IN ('CONNECT', 'TEMPORARY')) AS "isOpen"
     FROM pg_database WHERE datname = current_database()`,
    [serviceRole],
  )
  const [rights] = rows
  if (rights === undefined) throw new Error('the database is not in pg_database')
  return rights
}
