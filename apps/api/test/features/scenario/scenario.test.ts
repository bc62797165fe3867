import { randomUUID } from 'node:crypto'
import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { loadScenario } from '../../../src/features/scenario/load.ts'
import type { Scenario } from '../../../src/features/scenario/scenario.ts'
import { ScenarioError } from '../../../src/features/scenario/scenario-error.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { historyServices, loadBook } from '../../harness/load-book.ts'
import { PlayedBook } from '../../harness/played-book.ts'
import { isLongRun } from '../../harness/long-run.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'vadium-scenario-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

/** An active loan, a credential and a price. */
function fullBook(): PlayedBook {
  const book = new PlayedBook()
  book.lender.credential('viewer')
  book.open('loan')
  book.price('59000', '2026-03-02T11:00:00.000Z')
  return book
}

async function load(content: string) {
  const file = join(folder, 'scenario.json')
  await writeFile(file, content)
  const clock = { now: () => Date.parse('2026-03-02T12:00:00.000Z') }
  return withOwnerClient(database.url, (client) =>
    loadScenario(client, { path: file, clock, services: historyServices }),
  )
}

async function countRows(): Promise<Record<string, number>> {
  const tables = [
    'organizations',
    'credentials',
    'orders',
    'positions',
    'transfers',
    'prices',
    'scenario_loads',
  ]
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await database.query(`SELECT count(*)::int AS count FROM ${table}`)
      return [table, Number(rows[0]?.['count'])] as const
    }),
  )
  return Object.fromEntries(counts)
}

describe('a scenario', () => {
  it('is loaded once, even when several processes load it at once', async () => {
    const own = await createDatabase()
    try {
      const book = fullBook()
      const loads = await Promise.all(
        Array.from({ length: isLongRun ? 5 : 3 }, () => loadBook(own, book)),
      )
      expect(loads.filter(({ loaded }) => loaded)).toHaveLength(1)
      await own.query("UPDATE positions SET collateral_quantity = '7'")
      expect((await loadBook(own, book)).loaded).toBe(false)
      const { rows } = await own.query('SELECT collateral_quantity FROM positions')
      expect(rows).toEqual([{ collateral_quantity: '7' }])
    } finally {
      await own.drop()
    }
  })

  it('keeps the newest quote of each source, whatever their order', async () => {
    const own = await createDatabase()
    try {
      const book = fullBook()
      book.price('61000', '2026-03-02T11:30:00.000Z')
      book.price('58000', '2026-03-02T10:30:00.000Z')
      await loadBook(own, book)
      const { rows } = await own.query("SELECT price_usd FROM latest_prices WHERE asset = 'BTC'")
      expect(rows).toEqual([{ price_usd: '61000' }])
    } finally {
      await own.drop()
    }
  })
})

describe('an invalid scenario is refused with the path of its fault, and nothing is loaded:', () => {
  type Damage = (scenario: Scenario) => void
  const first = <Item>(items: readonly Item[]): Item => {
    const [item] = items
    if (item === undefined) throw new Error('the list is empty')
    return item
  }
  const cases: [string, Damage, string][] = [
    [
      'a member that is missing',
      (s) => Reflect.deleteProperty(first(s.wallets), 'address'),
      'wallets[0].address',
    ],
    [
      'a member that is not known',
      (s) => Object.assign(first(s.wallets), { colour: 'red' }),
      'wallets[0].colour',
    ],
    [
      'a version of an agreement that one side has not accepted',
      (s) => Reflect.deleteProperty(first(first(s.agreements).versions), 'borrower_accepted_at'),
      'agreements[0].versions[0].borrower_accepted_at',
    ],
    ['a list that is missing', (s) => Reflect.deleteProperty(s, 'wallets'), 'wallets'],
    ['a list of rows', (s) => Object.assign(s, { transfers: [] }), 'transfers'],
    [
      'a number for a decimal',
      (s) => Object.assign(first(s.prices), { price_usd: 1.5 }),
      'prices[0].price_usd',
    ],
    [
      'an exponent',
      (s) => Object.assign(first(s.prices), { price_usd: '1e5' }),
      'prices[0].price_usd',
    ],
    [
      'an unknown organization',
      (s) => Object.assign(first(s.accounts), { organization_id: randomUUID() }),
      'accounts[0].organization_id',
    ],
    [
      'an unknown custodian',
      (s) => Object.assign(first(s.wallets), { custodian: 'none' }),
      'wallets[0].custodian',
    ],
    [
      'an unknown asset',
      (s) => Object.assign(first(s.wallets), { assets: ['NONE'] }),
      'wallets[0].assets[0]',
    ],
    [
      'both requirement and haircut',
      (s) => Object.assign(first(first(s.agreements).versions).terms, { haircut: '0.1' }),
      'agreements[0].versions[0].terms',
    ],
    ['an id that is used twice', (s) => s.wallets.push(first(s.wallets)), 'wallets['],
    [
      'a weak key',
      (s) => Object.assign(first(s.credentials), { public_key: 'A'.repeat(43) }),
      'credentials[0].public_key',
    ],
    [
      'an unknown role',
      (s) => Object.assign(first(s.credentials), { role: 'root' }),
      'credentials[0].role',
    ],
    [
      'a price of zero',
      (s) => Object.assign(first(s.prices), { price_usd: '0' }),
      'prices[0].price_usd',
    ],
    [
      'a price of an unknown asset',
      (s) => Object.assign(first(s.prices), { asset: 'NONE' }),
      'prices[0].asset',
    ],
    [
      'a price from the future',
      (s) => Object.assign(first(s.prices), { observed_at: '2026-03-03T12:00:00.000Z' }),
      'prices[0].observed_at',
    ],
    [
      'two organizations with one name in their addresses',
      (s) => Object.assign(first(s.organizations), { slug: 'quay' }),
      'organizations',
    ],
  ]
  it.each(cases)('%s', async (_name, damage, path) => {
    const before = await countRows()
    const { scenario } = fullBook()
    damage(scenario)
    const failure: unknown = await load(JSON.stringify(scenario)).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ScenarioError)
    expect(failure).toHaveProperty('path', expect.stringContaining(path))
    expect((failure as Error).message).toContain(path)
    expect(await countRows()).toEqual(before)
  })

  it.each(['', '{', '[]', 'null'])('a file with %s', async (content) => {
    await expect(load(content)).rejects.toThrow(ScenarioError)
  })

  it('a missing file', async () => {
    const clock = { now: () => 0 }
    await expect(
      withOwnerClient(database.url, (client) =>
        loadScenario(client, { path: join(folder, 'none'), clock, services: historyServices }),
      ),
    ).rejects.toThrow('cannot be read')
  })
})

describe('amounts in the database', () => {
  let own: TestDatabase
  beforeAll(async () => {
    own = await createDatabase()
    await loadBook(own, fullBook())
  })
  afterAll(() => own.drop())

  it.each(['NaN', 'Infinity', '-Infinity', '-1', '1e20', '0.000000000000000000001'])(
    'cannot be %s',
    async (value) => {
      for (const [table, column] of [
        ['positions', 'collateral_quantity'],
        ['positions', 'asset_quantity'],
        ['positions', 'price_at_last_m2m_usd'],
        ['orders', 'asset_quantity'],
        ['transfers', 'quantity'],
        ['prices', 'price_usd'],
        ['latest_prices', 'price_usd'],
      ]) {
        await expect(
          own.query(`UPDATE ${table} SET ${column} = $1::numeric`, [value]),
        ).rejects.toThrow(/violates check constraint/)
      }
    },
  )
})
