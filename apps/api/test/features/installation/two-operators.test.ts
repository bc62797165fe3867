import { generateKeyPair } from '@vadium/client'
import {
  createOrganization,
  getApprovalPolicy,
  listOrganizations,
  suspendOrganization,
  activateOrganization,
  twoPersonPolicies,
} from '@vadium/schema'
import { beforeEach, describe, expect, it } from 'vitest'
import { runBootstrap } from '../../../src/commands/bootstrap-command.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { call, callOf, succeed } from '../../harness/call.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { type RunningService, startService } from '../../harness/service.ts'

let database: TestDatabase
const newKeys = () => [generateKeyPair(), generateKeyPair()] as const
let [first, second] = newKeys()
beforeEach(async () => {
  ;[first, second] = newKeys()
  database = await createDatabase()
  return () => database.drop()
})

/** Runs with a service on the database. */
async function serving(work: (service: RunningService) => Promise<void>): Promise<void> {
  const service = await startService({ database })
  try {
    await work(service)
  } finally {
    await service.close()
  }
}

const bootstrap = (keys: readonly string[], ...more: string[]) =>
  runBootstrap(
    ['--organization', 'vadium', ...keys.flatMap((key) => ['--public-key', key]), ...more],
    { DATABASE_URL: database.url },
  )
const withBoth = () => bootstrap([first.publicKey, second.publicKey])
const withFirst = () => bootstrap([first.publicKey], '--single-operator')

const peopleNeeded = async () => {
  const { rows } = await database.query<{ people_needed: number }>(
    'SELECT people_needed FROM installation',
  )
  return rows[0]?.people_needed
}
const accounts = async () => {
  const { rows } = await database.query(
    `SELECT a.name, c.role, a.made_by AS "accountMadeBy", c.made_by AS "madeBy"
     FROM credentials c JOIN accounts a ON a.id = c.account_id ORDER BY a.name`,
  )
  return rows
}

describe('a new installation with the keys of two people', () => {
  it('gets an operator for each, and asks for both at each dangerous act', async () => {
    const said = await withBoth()
    for (const { publicKey } of [first, second]) expect(said).toContain(`${publicKey} operates`)
    expect(said).toContain('Each dangerous act needs two people.')
    const madeByNobody = { role: 'operator', accountMadeBy: null, madeBy: null }
    expect(await accounts()).toEqual([
      { name: 'First operator', ...madeByNobody },
      { name: 'Second operator', ...madeByNobody },
    ])
    await serving(async (service) => {
      const policy = await succeed(service, getApprovalPolicy, { key: first })
      expect(policy).toMatchObject({ version: 0, rules: twoPersonPolicies.platform })
      const body = { slug: 'harbor', name: 'Harbor' }
      const { id } = await succeed(service, createOrganization, { key: first, body })
      const params = { organization_id: id }
      await succeed(service, suspendOrganization, { key: first, params })
      const asked = await call(service, callOf(activateOrganization, { key: first, params }))
      expect(asked.status).toBe(202)
      await succeed(service, listOrganizations, { key: second })
    })
  })

  it('is changed by no repetition, not even by several at once', async () => {
    const count = isLongRun ? 5 : 3
    const said = await Promise.all(Array.from({ length: count }, withBoth))
    const unchanged = said.filter((text) => text.includes('Nothing was changed'))
    expect(unchanged).toHaveLength(count - 1)
    expect(await bootstrap([second.publicKey, first.publicKey])).toContain('Nothing was changed')
    expect(await accounts()).toHaveLength(2)
  })

  it('is not changed by other keys, or by one of its own', async () => {
    await withBoth()
    const third = generateKeyPair().publicKey
    await expect(bootstrap([first.publicKey, third])).rejects.toThrow('exists already')
    await expect(bootstrap([third], '--single-operator')).rejects.toThrow('exists already')
    await expect(withFirst()).rejects.toThrow('That is not taken back')
    expect(await accounts()).toHaveLength(2)
    expect(await peopleNeeded()).toBe(2)
  })

  it('is refused with wrong keys, and nothing is created', async () => {
    const third = generateKeyPair().publicKey
    for (const [keys, more, why] of [
      [[first.publicKey], [], 'Give the keys of two people'],
      [[first.publicKey], [], 'or --single-operator'],
      [[first.publicKey, first.publicKey], [], 'two people have two keys'],
      [[first.publicKey, second.publicKey], ['--single-operator'], 'takes one --public-key'],
      [[first.publicKey, second.publicKey, third], [], 'Usage: bootstrap'],
      [[first.publicKey, 'x'], [], 'The public key is not accepted'],
    ] as const) {
      await expect(bootstrap(keys, ...more)).rejects.toThrow(why)
    }
    expect(await accounts()).toEqual([])
    expect(await peopleNeeded()).toBe(1)
  })
})

describe('an installation of one person', () => {
  const operatorOf = async (account: string, key: string) => {
    await database.query(
      `INSERT INTO accounts (id, organization_id, name, kind)
       SELECT gen_random_uuid(), id, $1, 'person' FROM organizations WHERE slug = 'vadium'
         AND NOT EXISTS (SELECT FROM accounts WHERE name = $1)`,
      [account],
    )
    await database.query(
      `INSERT INTO credentials (id, organization_id, account_id, role, public_key, created_at)
       SELECT gen_random_uuid(), organization_id, id, 'operator', $2, now() FROM accounts
       WHERE name = $1`,
      [account, Buffer.from(key, 'base64url')],
    )
  }

  it('asks for two from the time on at which the keys of two operators are given', async () => {
    await withFirst()
    expect(await peopleNeeded()).toBe(1)
    await operatorOf('Night', second.publicKey)
    await database.query(
      `INSERT INTO organizations (id, slug, name, status, created_at)
       VALUES (gen_random_uuid(), 'harbor', 'Harbor', 'active', now())`,
    )
    expect(await withBoth()).toContain('Each dangerous act needs two people from now on.')
    const audited = await database.query(
      `SELECT FROM audit_entries WHERE event = 'credential.needs_second_person'`,
    )
    expect(audited.rows).toHaveLength(2)
    const { rows } = await database.query(
      `SELECT o.slug FROM notifications n JOIN organizations o ON o.id = n.organization_id
       WHERE category = 'approval_policy_changed' ORDER BY slug`,
    )
    expect(rows).toEqual([{ slug: 'harbor' }, { slug: 'vadium' }])
    expect(await peopleNeeded()).toBe(2)
    expect(await withBoth()).toContain('Nothing was changed')
  })

  it('does not take two keys of one account for two people', async () => {
    await withFirst()
    await operatorOf('Operations', second.publicKey)
    await expect(withBoth()).rejects.toThrow('Both keys belong to the account Operations')
    expect(await peopleNeeded()).toBe(1)
  })

  it.runIf(isLongRun)('warns of it at each start, and shows it on /readyz', async () => {
    const warnings = ({ log }: RunningService) =>
      log.filter((line) => line.includes('one person suffices'))
    await withFirst()
    await serving(async (service) => {
      expect(warnings(service)).toHaveLength(1)
      const { body } = await call(service, { target: '/readyz' })
      expect(body).toEqual({ status: 'ok', people_needed: 1 })
    })
    await operatorOf('Night', second.publicKey)
    await withBoth()
    await serving(async (service) => {
      expect(warnings(service)).toEqual([])
      const { body } = await call(service, { target: '/readyz' })
      expect(body).toEqual({ status: 'ok', people_needed: 2 })
    })
  })

  it('is changed by nobody but the owner of the tables', async () => {
    await withOwnerClient(database.url, async (client) => {
      await client.query('SET ROLE vadium_service')
      for (const people of [1, 2]) {
        const update = client.query('UPDATE installation SET people_needed = $1', [people])
        await expect(update).rejects.toThrow('permission denied')
      }
    })
  })
})
