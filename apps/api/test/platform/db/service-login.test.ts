import { randomBytes } from 'node:crypto'
import { listOrders, reportPositions } from '@vadium/schema'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../src/platform/clock.ts'
import { readConfig } from '../../../src/config/config.ts'
import { prepareDatabase } from '../../../src/compose/prepare-database.ts'
import { createLogger } from '../../../src/platform/telemetry/log.ts'
import { StartError } from '../../../src/platform/start-error.ts'
import { succeed, call } from '../../harness/call.ts'
import { copyDatabase, type TestDatabase } from '../../harness/database.ts'
import { startService } from '../../harness/service.ts'
import { World } from '../../harness/world/world.ts'
import { testSecretsKey } from '../../harness/test-secrets.ts'

const world = new World()
const viewerKey = world.lender.credential('viewer')
const suffix = randomBytes(5).toString('hex')
const role = `vadium_wall_${suffix}`
const other = `vadium_other_${suffix}`
const password = 'of-a-test'

let database: TestDatabase
let serviceUrl: string

/** The address of the database, with the login of the service. */
function loginOf(url: string): string {
  const changed = new URL(url)
  changed.username = role
  changed.password = password
  return changed.toString()
}

beforeAll(async () => {
  database = await copyDatabase('template0')
  // What an administrator does before the first start: the owner may become the role and grant it.
  await database.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
  await database.query(`CREATE ROLE ${other} NOLOGIN`)
  serviceUrl = loginOf(database.url)
  await world.start(
    { DATABASE_SERVICE_URL: serviceUrl, DATABASE_SERVICE_ROLE: role },
    { database, streaming: true },
  )
}, 60_000)
afterAll(async () => {
  await world.close()
  await vi.waitUntil(async () => !(await sessions()).includes(role))
  const owner = new URL(database.url)
  await database.drop()
  owner.pathname = '/postgres'
  const server = new pg.Client({ connectionString: owner.toString() })
  await server.connect()
  await server.query(`DROP ROLE IF EXISTS ${role}_entry, ${role}, ${other}`)
  await server.end()
})

/** The role with which the service is logged in to its database. */
async function sessions(): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT DISTINCT usename::text AS name FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'vadium%'`,
  )
  return rows.map(({ name }) => name)
}

/** Rights that the role never has, whichever organization a statement names. */
const beyondTheRole = [
  'SELECT FROM service_secrets',
  'SELECT FROM custodian_callbacks',
  'UPDATE journal_entries SET quantity = 1',
  'UPDATE journal_balances SET quantity = 1',
  'DELETE FROM audit_entries',
  'UPDATE state_changes SET actor_id = NULL',
  'UPDATE transfer_steps SET reached_at = now()',
  'DELETE FROM used_signatures',
  'TRUNCATE orders CASCADE',
  'ALTER TABLE orders DISABLE TRIGGER ALL',
  'ALTER TABLE orders DISABLE ROW LEVEL SECURITY',
  'SET session_replication_role = replica',
  "SELECT setval('order_numbers', 1)",
  'CREATE SCHEMA mine',
  'CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE sql RETURN 1',
  "COPY (SELECT 1) TO '/tmp/a-file'",
  "COPY (SELECT 1) TO PROGRAM 'a-program'",
  "SELECT pg_read_file('postgresql.conf')",
  "SELECT lo_import('/etc/hostname')",
  'SET SESSION AUTHORIZATION pg_database_owner',
]

describe('a service with a login of its own', () => {
  it('works with it alone, and the owner is no longer connected', async () => {
    const order = await world.orders.active()
    expect(order.status).toBe('ACTIVE')
    const { orders } = await succeed(world.service, listOrders, { key: viewerKey })
    expect(orders.map(({ id }) => id)).toContain(order.id)
    await succeed(world.service, reportPositions, { key: viewerKey })
    expect((await call(world.service, { target: '/metrics' })).status).toBe(200)
    expect((await call(world.service, { target: '/readyz' })).status).toBe(200)
    expect(await sessions()).toEqual([role])
    expect(world.service.log.join('')).not.toContain('logs in as the owner')
  }, 60_000)

  it('cannot become the owner or another role, and cannot bypass a policy', async () => {
    const client = new pg.Client({ connectionString: serviceUrl })
    await client.connect()
    try {
      const { rows: owners } = await client.query<{ name: string }>(
        "SELECT tableowner AS name FROM pg_tables WHERE tablename = 'transfers'",
      )
      const [{ name } = { name: '' }] = owners
      for (const wanted of [name, other]) {
        await expect(client.query(`SET ROLE "${wanted}"`)).rejects.toThrow('permission denied')
      }
      await client.query('RESET ROLE')
      expect((await client.query('SELECT FROM orders')).rowCount).toBe(0)
      await expect(client.query('CREATE TABLE mine (id int)')).rejects.toThrow('permission denied')
      await expect(client.query('CREATE TEMPORARY TABLE mine (id int)')).rejects.toThrow(
        'permission denied',
      )
      await expect(client.query('DROP POLICY parties ON orders')).rejects.toThrow('must be owner')
      for (const statement of beyondTheRole) {
        await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
      }
    } finally {
      await client.end()
    }
  })
})

const prepared = (settings: Record<string, string>) => {
  const config = readConfig({
    DATABASE_URL: database.url,
    DATABASE_SERVICE_URL: serviceUrl,
    DATABASE_SERVICE_ROLE: role,
    ALLOW_UNDURABLE_DATABASE: '1',
    SECRETS_KEY: testSecretsKey,
    ...settings,
  })
  return prepareDatabase(config, systemClock, createLogger('silent', { write: () => undefined }))
}

/** Runs a statement on the table of migrations, and gives what restores it. */
async function undoable(statement: string): Promise<() => Promise<void>> {
  await database.query('CREATE TABLE kept_versions AS SELECT * FROM schema_versions')
  await database.query(statement)
  return async () => {
    await database.query('INSERT INTO schema_versions TABLE kept_versions ON CONFLICT DO NOTHING')
    await database.query(
      `DROP TABLE kept_versions; DO $$ BEGIN
         ALTER FUNCTION other_versions RENAME TO applied_migrations;
       EXCEPTION WHEN undefined_function THEN NULL; END $$`,
    )
  }
}

async function refusal(settings: Record<string, string> = {}): Promise<string> {
  const error: unknown = await prepared(settings).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StartError)
  return String(error)
}

describe('a login with too many rights', () => {
  it.each([
    ['may create roles', `ALTER ROLE ${role} CREATEROLE`, `ALTER ROLE ${role} NOCREATEROLE`],
    ['may create databases', `ALTER ROLE ${role} CREATEDB`, `ALTER ROLE ${role} NOCREATEDB`],
    [`is a member of ${other}`, `GRANT ${other} TO ${role}`, `REVOKE ${other} FROM ${role}`],
    [
      'owns objects of this server',
      `GRANT CREATE ON DATABASE %d TO ${role}; CREATE SCHEMA mine AUTHORIZATION ${role}`,
      `SET ROLE ${role}; DROP SCHEMA mine; RESET ROLE; REVOKE CREATE ON DATABASE %d FROM ${role}`,
    ],
    [
      'may create objects in the schema public',
      `GRANT CREATE ON SCHEMA public TO ${role}`,
      `REVOKE CREATE ON SCHEMA public FROM ${role}`,
    ],
  ])('is refused because it %s', async (fault, make, undo) => {
    const name = new URL(database.url).pathname.slice(1)
    await database.query(make.replaceAll('%d', name))
    try {
      expect(await refusal()).toContain(`The login of DATABASE_SERVICE_URL ${fault}.`)
    } finally {
      await database.query(undo.replaceAll('%d', name))
    }
    await expect(prepared({})).resolves.toBeDefined()
  })

  it('is refused because it is the owner', async () => {
    const { username } = new URL(database.url)
    const said = await refusal({ DATABASE_SERVICE_URL: database.url })
    expect(said).toContain(`The login of DATABASE_SERVICE_URL is ${username}, `)
  })

  it('is refused because it belongs to another database', async () => {
    const another = await copyDatabase()
    try {
      const settings = { DATABASE_SERVICE_URL: loginOf(another.url) }
      expect(await refusal(settings)).toContain('are not of the same database')
    } finally {
      await another.drop()
    }
  })
})

describe('a database that may lose commits', () => {
  it('is refused, and the settings are named', async () => {
    const url = new URL(database.url)
    url.searchParams.set('options', '-c synchronous_commit=off')
    const settings = { DATABASE_URL: url.toString(), ALLOW_UNDURABLE_DATABASE: '0' }
    expect(await refusal(settings)).toContain('synchronous_commit = off')
  })
})

/** A start as the owner, and its log. */
async function preparedByOwner(): Promise<string> {
  const lines: string[] = []
  const config = readConfig({
    DATABASE_URL: database.url,
    DATABASE_SERVICE_ROLE: role,
    ALLOW_UNDURABLE_DATABASE: '1',
    SECRETS_KEY: testSecretsKey,
  })
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  await prepareDatabase(config, systemClock, logger)
  return lines.join('')
}

describe('a start without the login of the owner', () => {
  const alone = { DATABASE_URL: '' }

  it('works on a migrated schema, and has what the owner would have', async () => {
    const byOwner = await prepared({})
    const byItself = await prepared(alone)
    const { secretBox: _, ...shared } = byOwner
    expect(byItself).toMatchObject(shared)
    const service = await startService({
      database,
      settings: { ...alone, DATABASE_SERVICE_URL: serviceUrl, DATABASE_SERVICE_ROLE: role },
    })
    try {
      const { orders } = await succeed(service, listOrders, { key: viewerKey })
      expect(orders.length).toBeGreaterThan(0)
      expect((await call(service, { target: '/readyz' })).status).toBe(200)
    } finally {
      await service.close()
    }
  })

  it.each([
    ['lacks a migration', 'DELETE FROM schema_versions WHERE version > 1'],
    ['does not let it ask', 'ALTER FUNCTION applied_migrations RENAME TO other_versions'],
  ])('is refused where the schema %s, and names the command', async (_why, statement) => {
    const undo = await undoable(statement)
    try {
      const said = await refusal(alone)
      expect(said).toMatch(/lacks \d+ of the \d+ migrations/)
      expect(said).toContain('Run `vadium-api migrate` with DATABASE_URL')
    } finally {
      await undo()
    }
    await expect(prepared(alone)).resolves.toBeDefined()
  })

  it('is refused where a secret is not sealed, because it cannot seal it', async () => {
    await database.query(`INSERT INTO service_secrets VALUES ('of a test', decode('00', 'hex'))`)
    try {
      expect(await refusal(alone)).toContain('value of of a test in service_secrets is not sealed')
    } finally {
      await database.query(`DELETE FROM service_secrets WHERE name = 'of a test'`)
    }
  })

  it('is refused with another key, and with the login of the owner in its place', async () => {
    const SECRETS_KEY = randomBytes(32).toString('base64url')
    expect(await refusal({ ...alone, SECRETS_KEY })).toContain('are sealed with the key')
    expect(await refusal({ ...alone, DATABASE_SERVICE_URL: database.url })).toContain(
      'The login of DATABASE_SERVICE_URL is ',
    )
  })

  it.each([{ SANDBOX: '1' }, { SCENARIO: 'a.json' }, { DATABASE_SERVICE_URL: '' }])(
    'is refused with %j, because that is work of the owner',
    (settings) => {
      expect(() => prepared({ ...alone, ...settings })).toThrow(/DATABASE_URL: is required/)
    },
  )
})

describe('a start without a login for the service', () => {
  it('works while the owner may become the role, and logs that the owner can bypass the policies', async () => {
    const log = await preparedByOwner()
    expect(log).toContain('the service logs in as the owner of the tables')
    expect(log).not.toContain('superuser')
  })

  it.each([
    ['may create roles', `ALTER ROLE ${role} CREATEROLE`, `ALTER ROLE ${role} NOCREATEROLE`],
    [`is a member of ${other}`, `GRANT ${other} TO ${role}`, `REVOKE ${other} FROM ${role}`],
  ])('is refused when the role %s', async (fault, make, undo) => {
    await database.query(make)
    try {
      await expect(preparedByOwner()).rejects.toThrow(`The role ${role} ${fault}.`)
    } finally {
      await database.query(undo)
    }
    await expect(preparedByOwner()).resolves.toBeDefined()
  })
})
