import { randomUUID } from 'node:crypto'
import { generateKeyPair } from '@vadium/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { runBootstrap } from '../../../src/commands/bootstrap-command.ts'
import { runRecover } from '../../../src/commands/recover-command.ts'
import { readConfig } from '../../../src/config/config.ts'
import { sandboxOf } from '../../../src/features/sandbox/open-sandbox.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { Book } from '../../harness/book.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { loadBook } from '../../harness/load-book.ts'
import { isLongRun } from '../../harness/long-run.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createDatabase()
  return () => database.drop()
})

const environment = () => ({ DATABASE_URL: database.url })
const newKey = () => generateKeyPair().publicKey
const bootstrap = (slug = 'vadium') =>
  runBootstrap(
    ['--organization', slug, '--public-key', newKey(), '--public-key', newKey()],
    environment(),
  )

/** Organizations only, so that one can be loaded beside another. */
function smallBook(role?: 'operator' | 'viewer'): Book {
  const seed = randomUUID()
  const book = new Book({ seed })
  const party = book.party(`org-${seed}`)
  if (role !== undefined) party.credential(role)
  Object.assign(book.scenario, { custodians: [], assets: [], wallets: [] })
  return book
}

async function counts() {
  const { rows } = await database.query<{ organizations: number; operators: number }>(
    `SELECT (SELECT count(*)::int FROM organizations) AS organizations,
       (SELECT count(DISTINCT organization_id)::int FROM credentials WHERE role = 'operator')
         AS operators`,
  )
  return rows[0]
}

describe('a scenario that was not loaded before', () => {
  const refusal = 'this database holds a book that others write'

  it('is refused on a database that was bootstrapped, and adds nobody', async () => {
    await bootstrap()
    await expect(loadBook(database, smallBook('operator'))).rejects.toThrow(refusal)
    expect(await counts()).toEqual({ organizations: 1, operators: 1 })
  })

  it('is refused on a book that no scenario wrote', async () => {
    await database.query(
      `INSERT INTO organizations (id, slug, name, status, created_at)
       VALUES (gen_random_uuid(), 'harbor', 'Harbor', 'active', now())`,
    )
    await expect(loadBook(database, smallBook())).rejects.toThrow(refusal)
  })

  it('is loaded beside another one, and refused once somebody has written there', async () => {
    const [first, second, third] = [smallBook('operator'), smallBook('viewer'), smallBook('viewer')]
    await loadBook(database, first)
    expect((await loadBook(database, second)).loaded).toBe(true)
    await database.query(
      `INSERT INTO audit_entries (id, time, kind, organization_id, event, outcome, request_id, is_read)
       SELECT gen_random_uuid(), now(), 'request', id, event, outcome, 'r', event = 'listOrders'
       FROM organizations, (VALUES ('listOrders', 'ok'), ('createOrder', 'VALUE_INVALID')) a (event, outcome)`,
    )
    expect((await loadBook(database, smallBook())).loaded).toBe(true)
    await database.query(
      `INSERT INTO audit_entries (id, time, kind, organization_id, event, outcome, request_id)
       SELECT gen_random_uuid(), now(), 'request', id, 'createOrder', 'ok', 'r' FROM organizations`,
    )
    await expect(loadBook(database, third)).rejects.toThrow(refusal)
    expect((await loadBook(database, first)).loaded).toBe(false)
  })

  it('is refused by the database if it has operators of a second organization', async () => {
    await loadBook(database, smallBook('operator'))
    await expect(loadBook(database, smallBook('operator'))).rejects.toThrow(
      'only the organization that operates the installation has operators',
    )
    expect(await counts()).toEqual({ organizations: 1, operators: 1 })
  })
})

it('a scenario that was loaded before is skipped, whatever came after', async () => {
  const book = smallBook('viewer')
  await loadBook(database, book)
  await bootstrap()
  expect((await loadBook(database, book)).loaded).toBe(false)
  expect(await counts()).toEqual({ organizations: 2, operators: 1 })
})

const orders = isLongRun ? ['bootstrap first', 'scenario first'] : ['scenario first']

it('one of a bootstrap and a scenario at the same time takes place', async () => {
  for (const order of orders) {
    const own = await createDatabase()
    database = own
    const begin = [() => bootstrap(), () => loadBook(own, smallBook('operator'))]
    if (order === 'scenario first') begin.reverse()
    const outcomes = await Promise.allSettled(begin.map((start) => start()))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await counts()).toEqual({ organizations: 1, operators: 1 })
    await own.drop()
  }
  database = await createDatabase()
})

it('SANDBOX is refused on a database that was bootstrapped', async () => {
  await bootstrap()
  const config = readConfig({ ...environment(), SANDBOX: '1' })
  await expect(
    withOwnerClient(database.url, (client) => sandboxOf(client, config)),
  ).rejects.toThrow('holds a book that is not a sandbox')
  expect((await database.query('SELECT FROM sandbox')).rows).toEqual([])
})

it.runIf(isLongRun)(
  'recover restores an operator of the organization that operates the installation',
  async () => {
    await bootstrap()
    await database.query("UPDATE credentials SET revoked_at = now() - interval '1 minute'")
    const recovered = await runRecover(
      ['--organization', 'vadium', '--public-key', newKey()],
      environment(),
    )
    expect(recovered).toContain('acts as operator of vadium')
    expect(await counts()).toEqual({ organizations: 1, operators: 1 })
  },
)
