import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { withRoleName } from '../../../src/platform/db/service-role.ts'
import { StartError } from '../../../src/platform/start-error.ts'
import { createDatabase } from '../../harness/database.ts'
import { startService } from '../../harness/service.ts'
import { withDatabase } from '../../harness/test-server.ts'

const serverUrl = inject('databaseUrl')
const ownMigrations = fileURLToPath(new URL('../../../migrations', import.meta.url))
const unique = (what: string) => `vadium_${what}_${randomBytes(5).toString('hex')}`

/** A connection to the server as the ordinary owner, who may create roles. */
let server: pg.Client
let undo: string[]
beforeEach(async () => {
  server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  undo = []
  return async () => {
    for (const statement of undo.reverse()) await server.query(statement)
    await server.end()
  }
})

async function emptyDatabase(owner?: string): Promise<string> {
  const name = unique('empty')
  await server.query(`CREATE DATABASE ${name}${owner === undefined ? '' : ` OWNER ${owner}`}`)
  undo.push(`DROP DATABASE ${name}`)
  return name
}

async function newRole(name: string, attributes: string): Promise<string> {
  await server.query(`CREATE ROLE ${name} ${attributes}`)
  undo.push(`DROP ROLE ${name}`)
  return name
}

/** The rights that the owner of the test database has in a role. */
async function rightsIn(serviceRole: string) {
  const { rows } = await server.query<{
    superuser: boolean
    inherits: boolean
    mayBecome: boolean
  }>(
    `SELECT rolsuper AS superuser, pg_has_role(oid, $1, 'USAGE') AS inherits,
       pg_has_role(oid, $1, 'MEMBER') AS "mayBecome" FROM pg_roles WHERE rolname = current_user`,
    [serviceRole],
  )
  return rows[0]
}

describe('the owner of the tables', () => {
  it('is no superuser, may become the service, and does not inherit its rights', async () => {
    expect(await rightsIn('vadium_service')).toEqual({
      superuser: false,
      inherits: false,
      mayBecome: true,
    })
    await expect(server.query('SET ROLE vadium_service')).resolves.toBeDefined()
  })

  it('stops inheriting the rights of the service at a migration', async () => {
    const role = await newRole(unique('service'), 'NOLOGIN')
    await server.query(`GRANT ${role} TO CURRENT_USER`)
    expect(await rightsIn(role)).toMatchObject({ inherits: true })
    const database = await emptyDatabase()
    await withOwnerClient(withDatabase(serverUrl, database), (client) => migrate(client, role))
    expect(await rightsIn(role)).toMatchObject({ inherits: false, mayBecome: true })
    await dropEntryOf(role)
  })

  it('is refused when it inherits these rights and only an administrator can change that', async () => {
    const role = await newRole(unique('service'), 'NOLOGIN')
    const owner = await newRole(unique('owner'), "LOGIN PASSWORD 'of-a-test'")
    await server.query(`GRANT ${role}, ${owner} TO CURRENT_USER; GRANT ${role} TO ${owner}`)
    const url = new URL(withDatabase(serverUrl, await emptyDatabase(owner)))
    url.username = owner
    url.password = 'of-a-test'
    const migrated = () =>
      withOwnerClient(url.toString(), (client) => migrate(client, role)).then(
        () => 'migrated',
        (error: unknown) => error,
      )
    const refused = await migrated()
    expect(refused).toBeInstanceOf(StartError)
    const statements =
      /An administrator can change that: (.*)\. See/.exec(String(refused))?.[1] ?? ''
    await server.query(statements)
    expect(await migrated()).toBe('migrated')
    await dropEntryOf(role)
  })
})

describe('an ordinary owner of a database', () => {
  it.each(['does not exist', 'exists'])(
    'reads what a superuser must run when the role of the service %s, and can then migrate',
    async (state) => {
      const role = unique('service')
      if (state === 'exists') await server.query(`CREATE ROLE ${role} NOLOGIN`)
      undo.push(`DROP ROLE IF EXISTS ${role}`)
      const owner = await newRole(unique('owner'), "LOGIN PASSWORD 'of-a-test'")
      await server.query(`GRANT ${owner} TO CURRENT_USER`)
      const url = new URL(withDatabase(serverUrl, await emptyDatabase(owner)))
      url.username = owner
      url.password = 'of-a-test'
      const migrated = () =>
        withOwnerClient(url.toString(), (client) => migrate(client, role)).then(
          () => 'migrated',
          (error: unknown) => error,
        )
      const refused = await migrated()
      expect(refused).toBeInstanceOf(StartError)
      const [line = '', statements = ''] =
        /^.* superuser of that server: (.*)$/.exec(String(refused)) ?? []
      expect(line).toContain(`The role ${owner} of DATABASE_URL may not`)
      await server.query(statements)
      expect(await migrated()).toBe('migrated')
      await dropEntryOf(role)
    },
  )
})

/** On PostgreSQL 15 the owner becomes the service through a role in between. */
async function dropEntryOf(role: string): Promise<void> {
  await server.query(`DROP ROLE IF EXISTS ${role}_entry`)
}

describe('the name of the role', () => {
  it('is the configured one in every policy and grant, and cannot change', async () => {
    const role = unique('other')
    const database = await emptyDatabase()
    undo.splice(-1, 0, `DROP ROLE ${role}`)
    const url = withDatabase(serverUrl, database)
    await withOwnerClient(url, async (client) => {
      await migrate(client, role)
      const { rows } = await client.query<{ policies: number; strangers: number }>(
        `SELECT count(*) FILTER (WHERE $1 = ANY (roles))::int AS policies,
           count(*) FILTER (WHERE 'vadium_service' = ANY (roles))::int
             + (SELECT count(*)::int FROM information_schema.role_table_grants
                WHERE grantee = 'vadium_service') AS strangers FROM pg_policies`,
        [role],
      )
      expect(rows[0]?.policies).toBeGreaterThan(20)
      expect(rows[0]?.strangers).toBe(0)
      await expect(migrate(client)).rejects.toThrow(
        `This database was made for the role ${role}, and DATABASE_SERVICE_ROLE is vadium_service.`,
      )
      await migrate(client, role)
    })
    await dropEntryOf(role)
  })

  it('is kept when the first migrations were interrupted, and another one is refused', async () => {
    const role = unique('other')
    const database = await emptyDatabase()
    undo.splice(-1, 0, `DROP ROLE ${role}`)
    const folder = await mkdtemp(join(tmpdir(), 'vadium-migrations-'))
    const files = (await readdir(ownMigrations)).sort()
    const url = withDatabase(serverUrl, database)
    const endAfter = async (count: number) => {
      for (const file of files.slice(0, count)) {
        await cp(join(ownMigrations, file), join(folder, file))
      }
      await writeFile(join(folder, '9999-broken.sql'), 'SELECT nothing;')
      const migrated = withOwnerClient(url, (client) => migrate(client, role, { folder }))
      await expect(migrated).rejects.toThrow('nothing')
    }
    // The first migration records the name.
    await endAfter(1)
    await withOwnerClient(url, async (client) => {
      await expect(migrate(client)).rejects.toThrow(`This database was made for the role ${role}`)
      expect(await migrate(client, role)).toMatchObject({ applied: files.length - 1 })
    })
    await rm(folder, { recursive: true })
    await dropEntryOf(role)
  })

  it('replaces the default in a file, as a name or as a text', () => {
    const file = `GRANT x TO vadium_service; SELECT 'vadium_service', 'TO vadium_service', vadium_service_x`
    expect(withRoleName(file, 'lending')).toBe(
      `GRANT x TO "lending"; SELECT 'lending', 'TO "lending"', vadium_service_x`,
    )
    expect(withRoleName(file, 'vadium_service')).toBe(file)
  })
})

describe('a database on which the service has started', () => {
  let stop: () => Promise<void> = () => Promise.resolve()
  afterEach(() => stop())

  it('lets no other role of the server connect or create temporary tables', async () => {
    const database = await createDatabase()
    const service = await startService({ database })
    stop = async () => {
      await service.close()
      await database.drop()
    }
    const stranger = await newRole(unique('stranger'), 'LOGIN')
    const { rows } = await database.query(
      `SELECT has_database_privilege($1, current_database(), 'CONNECT') AS stranger,
         has_database_privilege($1, current_database(), 'TEMPORARY') AS "strangersTables",
         has_database_privilege('vadium_service', current_database(), 'CONNECT') AS service,
         has_database_privilege('vadium_service', current_database(), 'TEMPORARY') AS "servicesTables"`,
      [stranger],
    )
    expect(rows).toEqual([
      { stranger: false, strangersTables: false, service: true, servicesTables: false },
    ])
    expect(service.log.join('')).not.toContain('may connect to this database')
  })
})
