import { generateKeyPair } from '@vadium/client'
import {
  createOrganization,
  getSandbox,
  listAuditEntries,
  listCredentials,
  listOrganizations,
} from '@vadium/schema'
import { beforeEach, describe, expect, it } from 'vitest'
import { runBootstrap } from '../../../src/commands/bootstrap-command.ts'
import { exitCodeOf } from '../../../src/commands/host-command.ts'
import { createLogger } from '../../../src/platform/telemetry/log.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { startSandbox } from '../../../src/compose/start-sandbox.ts'
import { succeed } from '../../harness/call.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { startService } from '../../harness/service.ts'
import { isLongRun } from '../../harness/long-run.ts'

let database: TestDatabase
let operator = generateKeyPair()
beforeEach(() => {
  operator = generateKeyPair()
})

/** A database for each test of a group. */
function withDatabase(): void {
  beforeEach(async () => {
    database = await createDatabase()
    return () => database.drop()
  })
}

const oneKey = (slug: string, publicKey: string) => [
  ...['--organization', slug, '--public-key', publicKey],
  '--single-operator',
]
const bootstrap = (slug: string, publicKey: string, ...more: string[]) =>
  runBootstrap([...oneKey(slug, publicKey), ...more], { DATABASE_URL: database.url })
const operators = async () => {
  const { rows } = await database.query<{ slug: string; key: Buffer }>(
    `SELECT o.slug, c.public_key AS key FROM credentials c
     JOIN organizations o ON o.id = c.organization_id WHERE role = 'operator'`,
  )
  return rows.map(({ slug, key }) => [slug, key.toString('base64url')])
}

describe('a new installation', () => {
  withDatabase()

  it('gets an operator, who sets up the rest', async () => {
    const said = await bootstrap('vadium', operator.publicKey, '--name', 'The platform')
    expect(said).toContain(operator.publicKey)
    expect(said).toContain('One person suffices for every act.')
    const service = await startService({ database })
    try {
      const { organizations } = await succeed(service, listOrganizations, { key: operator })
      expect(organizations).toMatchObject([
        { slug: 'vadium', name: 'The platform', status: 'active' },
      ])
      const body = { slug: 'harbor', name: 'Harbor' }
      await succeed(service, createOrganization, { key: operator, body })
      const { credentials } = await succeed(service, listCredentials, { key: operator })
      const { audit_entries } = await succeed(service, listAuditEntries, { key: operator })
      expect(audit_entries).toContainEqual(
        expect.objectContaining({
          event: 'credential.created',
          credential_id: null,
          request_id: 'bootstrap',
          subject_id: credentials[0]?.id,
        }),
      )
    } finally {
      await service.close()
    }
  })

  it('gets one operator, even when bootstrap runs several times at once', async () => {
    const count = isLongRun ? 5 : 3
    const said = await Promise.all(
      Array.from({ length: count }, () => bootstrap('vadium', operator.publicKey)),
    )
    const unchanged = said.filter((text) => text.includes('Nothing was changed'))
    expect(unchanged).toHaveLength(count - 1)
    expect(await operators()).toEqual([['vadium', operator.publicKey]])
  })

  it('keeps its operator when bootstrap runs for another organization or key', async () => {
    await bootstrap('vadium', operator.publicKey)
    const another = generateKeyPair().publicKey
    for (const [slug, publicKey] of [
      ['vadium', another],
      ['another', another],
      ['another', operator.publicKey],
    ] as const) {
      await expect(bootstrap(slug, publicKey)).rejects.toThrow(
        'An operator of the organization vadium exists already',
      )
    }
    expect(await operators()).toEqual([['vadium', operator.publicKey]])
  })

  it('accepts a key that begins with a hyphen', async () => {
    while (!operator.publicKey.startsWith('-')) operator = generateKeyPair()
    await bootstrap('vadium', operator.publicKey)
    expect(await operators()).toEqual([['vadium', operator.publicKey]])
  })
})

describe('an installation without an operator who can sign', () => {
  withDatabase()

  it('is left to recovery', async () => {
    await bootstrap('vadium', operator.publicKey)
    await database.query("UPDATE credentials SET revoked_at = '2026-03-02T12:00:00Z'")
    for (const key of [operator, generateKeyPair()]) {
      await expect(bootstrap('vadium', key.publicKey)).rejects.toThrow('vadium-api recover')
    }
    expect(await operators()).toEqual([['vadium', operator.publicKey]])
  })

  it('refuses an organization that lends or borrows', async () => {
    await database.query(
      "INSERT INTO organizations VALUES (gen_random_uuid(), 'harbor', 'Harbor', 'active', now())",
    )
    await expect(bootstrap('harbor', operator.publicKey)).rejects.toThrow('lends or borrows')
    expect(await operators()).toEqual([])
  })
})

describe('an invalid argument of bootstrap', () => {
  withDatabase()

  const weak = Buffer.alloc(32).toString('base64url')
  it('is reported, and nothing is changed', async () => {
    for (const [argv, why] of [
      [[], 'Usage: bootstrap'],
      [['--organization', 'vadium'], 'Usage: bootstrap'],
      [['--organisation', 'vadium'], 'Unknown option'],
      [oneKey('Vadium', 'x'), '--organization must be 1 to 63'],
      [[...oneKey('vadium', 'x'), '--name', ' '], '--name must be'],
      [oneKey('vadium', 'x'), 'The public key is not accepted'],
      [oneKey('vadium', weak), 'its order is small'],
    ] as const) {
      await expect(runBootstrap(argv, { DATABASE_URL: database.url })).rejects.toThrow(why)
    }
    const { rows } = await database.query('SELECT FROM organizations')
    expect(rows).toEqual([])
  })

  it('is a missing database', async () => {
    await expect(runBootstrap(oneKey('vadium', operator.publicKey), {})).rejects.toThrow(
      'DATABASE_URL',
    )
  })
})

describe('a sandbox', () => {
  withDatabase()

  const bootstrapSandbox = (settings: Readonly<Record<string, string>> = { SANDBOX: '1' }) =>
    runBootstrap(oneKey('vadium', operator.publicKey), { DATABASE_URL: database.url, ...settings })
  const startEmpty = () => startService({ database, settings: { SANDBOX: '1' } })

  it('is empty except for its operator, and refused without SANDBOX=1', async () => {
    await bootstrapSandbox()
    const asBook = await bootstrapSandbox({}).catch((error: unknown) => error)
    expect(String(asBook)).toContain('This database holds a sandbox. Set SANDBOX=1')
    expect(exitCodeOf(asBook)).toBe(1)
    const sandbox = await startEmpty()
    try {
      const { organizations } = await succeed(sandbox, listOrganizations, { key: operator })
      expect(organizations).toMatchObject([{ slug: 'vadium' }])
      expect(await succeed(sandbox, getSandbox, { key: operator })).toMatchObject({ work_due: 0 })
    } finally {
      await sandbox.close()
    }
  })

  it('is not changed while it is running, and its process is named', async () => {
    const sandbox = await startEmpty()
    const pool = openServicePool({ url: database.url, poolSize: 3 })
    const running = await startSandbox({
      pool,
      services: sandbox.services,
      logger: createLogger('silent', { write: () => undefined }),
      live: [],
    })
    try {
      for (const settings of [{ SANDBOX: '1' }, {}]) {
        const refused = await bootstrapSandbox(settings).catch((error: unknown) => error)
        expect(String(refused)).toMatch(/runs the sandbox of this database.*backend \d+ \(vadium/)
        expect(exitCodeOf(refused)).toBe(2)
      }
    } finally {
      await running.stop()
      await Promise.all([pool.end(), sandbox.close()])
    }
    await bootstrapSandbox()
  })
})
