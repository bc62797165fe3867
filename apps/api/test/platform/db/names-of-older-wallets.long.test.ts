import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { foldedName } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'

const own = fileURLToPath(new URL('../../../migrations', import.meta.url))
/** The last migration before the names of wallets were unique. */
const before = 46

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createDatabase('template0')
  folder = await mkdtemp(join(tmpdir(), 'vadium-migrations-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.drop()
})

async function migrateTo(version: number): Promise<void> {
  for (const file of await readdir(own)) {
    if (Number.parseInt(file, 10) <= version) await cp(join(own, file), join(folder, file))
  }
  await withOwnerClient(database.url, (client) => migrate(client, undefined, { folder }))
}

const long = 'x'.repeat(200)
const wallets = [
  ['a', 1, 'Treasury'],
  ['b', 1, 'TREASURY'],
  ['B', 1, 'Treasury\u00a0'],
  ['c', 1, 'Ｔreasury  two'],
  ['d', 1, 'treasury two'],
  ['e', 1, 'Treasury (a)'],
  ['f', 1, 'Überseekasse'],
  ['g', 1, 'ÜBERSEEKASSE'],
  ['h', 1, long],
  ['i', 1, long],
  ['j', 1, 'Alone'],
  ['k', 2, 'Treasury'],
] as const

it('gives wallets of one organization and one name their ids, and keeps every other name', async () => {
  await migrateTo(before)
  await database.query(`
    INSERT INTO organizations (id, slug, name, status, created_at)
    SELECT ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'org-' || n, 'Org ' || n, 'active', now()
    FROM generate_series(1, 2) n`)
  await database.query(`INSERT INTO custodians (id, name, adapter) VALUES ('x', 'X', 'simulated')`)
  for (const [id, organization, name] of wallets) {
    await database.query(
      `INSERT INTO wallets (id, organization_id, custodian_id, name, address)
       VALUES ($1, ('00000000-0000-4000-8000-00000000000' || $2)::uuid, 'x', $3, $1)`,
      [id, organization, name],
    )
  }
  await database.query(`
    INSERT INTO assets (symbol, name, normalized_symbol, decimals) VALUES ('BTC', 'Bitcoin', 'BTC', 8);
    INSERT INTO wallet_assets (wallet_id, asset) SELECT id, 'BTC' FROM wallets`)
  await migrateTo(Number.MAX_SAFE_INTEGER)
  const { rows } = await database.query<{ id: string; name: string; folded_name: string }>(
    'SELECT id, name, folded_name FROM wallets ORDER BY id COLLATE "C"',
  )
  const names = Object.fromEntries(rows.map(({ id, name }) => [id, name]))
  expect(names).toMatchObject({
    c: 'Ｔreasury  two (c)',
    d: 'treasury two (d)',
    f: 'Überseekasse (f)',
    g: 'ÜBERSEEKASSE (g)',
    h: `${'x'.repeat(196)} (h)`,
    i: `${'x'.repeat(196)} (i)`,
    j: 'Alone',
    k: 'Treasury',
  })
  const folded = rows.map(({ id, name }) => `${id === 'k' ? 2 : 1} ${foldedName(name)}`)
  expect(new Set(folded).size).toBe(wallets.length)
  expect(rows.map((row) => row.folded_name)).toEqual(rows.map(({ name }) => foldedName(name)))
})

it('writes the owner of each wallet beside its assets', async () => {
  const { rows } = await database.query<{ written: number; wrong: number }>(
    `SELECT count(*)::int AS written,
       count(*) FILTER (WHERE h.organization_id <> w.organization_id)::int AS wrong
     FROM wallet_assets h JOIN wallets w ON w.id = h.wallet_id`,
  )
  expect(rows).toEqual([{ written: wallets.length, wrong: 0 }])
})
