import { createHmac } from 'node:crypto'
import pg from 'pg'
import { type Cluster, superuserPassword } from './cluster.ts'
import { connect, superuserUrl } from './server.ts'

/** postgres://… of two roles: one owns the database, the other owns nothing and works in it. */
export interface Logins {
  readonly ownerUrl: string
  readonly serviceUrl: string
}

/** Creates the roles that are missing, and makes `owner` the owner of the database. */
export async function prepareLogins(
  cluster: Cluster,
  port: number,
  database: string,
  names: Readonly<Record<'owner' | 'service', string>>,
): Promise<Logins> {
  // The same at each start, so that a second start does not invalidate the password of the first.
  const password = (name: string) =>
    createHmac('sha256', superuserPassword(cluster)).update(name).digest('base64url')
  const url = superuserUrl(cluster, port, database)
  const client = await connect(url)
  try {
    await client.query('BEGIN')
    for (const name of [names.owner, names.service]) await makeRole(client, name, password(name))
    const [owner, service] = [names.owner, names.service].map(pg.escapeIdentifier)
    await client.query(`GRANT ${service} TO ${owner} WITH INHERIT FALSE, SET TRUE`)
    await client.query(`ALTER DATABASE ${pg.escapeIdentifier(database)} OWNER TO ${owner}`)
    // By default every role may create large objects without limit, whatever its other rights.
    await client.query(
      'REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC',
    )
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
  const urlOf = (name: string) => {
    const changed = new URL(url)
    changed.username = encodeURIComponent(name)
    changed.password = password(name)
    return changed.toString()
  }
  return { ownerUrl: urlOf(names.owner), serviceUrl: urlOf(names.service) }
}

async function makeRole(client: pg.Client, name: string, password: string): Promise<void> {
  const role = pg.escapeIdentifier(name)
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  if (rowCount === 0) await client.query(`CREATE ROLE ${role}`)
  await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`)
}
