import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { type BuiltService, buildService } from '../../harness/built-service.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { freePort } from '@vadium/local-postgres'
import { isLongRun } from '../../harness/long-run.ts'
import { loadBook } from '../../harness/load-book.ts'

let built: BuiltService
let database: TestDatabase
beforeAll(async () => {
  built = await buildService()
  database = await createDatabase()
  const book = new Book()
  const [lender, borrower] = [book.party('harbor'), book.party('quay')]
  book.deal(lender, borrower)
  await loadBook(database, book)
}, 60_000)
afterAll(async () => {
  await database.drop()
})

async function command(words: string[], environment: Record<string, string>) {
  const process = built.command(words, environment)
  return { code: await process.ended, output: process.output() }
}
const check = (url = database.url) => command(['check'], { DATABASE_URL: url })

describe('vadium-api check', () => {
  it('exits with 0 when the book is consistent', async () => {
    const { code, output } = await check()
    expect(output).toMatch(/^holds {3}every balance is the sum of its journal entries$/m)
    expect(output).toMatch(/The book is correct: all \d+ rules hold\.\n$/)
    expect(code).toBe(0)
  })

  it('exits with 1 when a rule is violated, and shows which and where', async () => {
    await database.query(
      "UPDATE journal_balances SET quantity = quantity + 1 WHERE bucket = 'lent'",
    )
    const { code, output } = await check()
    expect(output).toMatch(/^BROKEN {2}every balance is the sum of its journal entries$/m)
    expect(output).toMatch(/lent BTC of .*: it is 11, but its entries sum to 10$/m)
    expect(output).toMatch(
      /The book is not correct: 1 of \d+ rules are broken, with 1 breaches\.\n$/,
    )
    expect(code).toBe(1)
    await database.query(
      "UPDATE journal_balances SET quantity = quantity - 1 WHERE bucket = 'lent'",
    )
  })

  it.runIf(isLongRun)('reports what a restore has lost, before it checks the book', async () => {
    await database.query('DROP POLICY parties ON orders')
    const { code, output } = await check()
    expect(output).toMatch(/^BROKEN {2}every policy of row-level security/m)
    expect(output).toMatch(/^ +policy parties on orders: is missing$/m)
    expect(output).toMatch(/^holds {3}every balance is the sum of its journal entries$/m)
    expect(code).toBe(1)
    await database.query('DROP TABLE journal_balances')
    const lost = await check()
    expect(lost.output).toMatch(/^ +table journal_balances: is missing$/m)
    expect(lost.output).not.toContain('every balance is the sum')
    expect(lost.code).toBe(1)
  })

  it('exits with 2 when it cannot read the book', async () => {
    expect(await command(['check'], {})).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^The book could not be checked: [^]*DATABASE_URL/) as unknown,
    })
  })

  it.runIf(isLongRun)('exits with 2 when the database does not answer', async () => {
    const url = new URL(database.url)
    url.port = String(await freePort())
    expect(await check(url.toString())).toMatchObject({
      code: 2,
      output: expect.stringContaining('The book could not be checked') as unknown,
    })
  })

  it.runIf(isLongRun)(
    'shows the sentence alone when the book is not one of this program',
    async () => {
      const empty = new URL(inject('databaseUrl'))
      empty.pathname = '/postgres'
      expect(await check(empty.toString())).toEqual({
        code: 2,
        output:
          'The book could not be checked: This database has no book: it was never migrated.\n',
      })
    },
  )
})

describe.runIf(isLongRun)('vadium-api migrate', () => {
  it('brings a schema to the newest migration, once', async () => {
    const server = new pg.Client({ connectionString: inject('databaseUrl') })
    await server.connect()
    const name = `vadium_test_${randomUUID().replaceAll('-', '')}`
    await server.query(`CREATE DATABASE ${name}`)
    const url = new URL(inject('databaseUrl'))
    url.pathname = `/${name}`
    const environment = { DATABASE_URL: url.toString() }
    const first = await command(['migrate'], environment)
    expect(first.output).toMatch(/^Migrations applied: [1-9]\d*\. /m)
    expect(first.code).toBe(0)
    const again = await command(['migrate'], environment)
    expect(again.output).toMatch(
      /^Migrations applied: 0\. The schema is at version (\d+), and this program knows \1\.$/m,
    )
    expect(again.code).toBe(0)
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await server.end()
  })

  it('exits with 1 when it fails, and says why', async () => {
    const { code, output } = await command(['migrate'], {})
    expect(output).toContain('DATABASE_URL')
    expect(code).toBe(1)
  })
})

const misspelt = [[['toString']], [['chekc']], [['check', 'all']], [['--help']]]

describe('vadium-api', () => {
  it.each(isLongRun ? misspelt : misspelt.slice(0, 1))('prints its usage for %o', async (words) => {
    const { code, output } = await command(words, {})
    expect(output).toContain('vadium-api check')
    expect(code).toBe(2)
  })

  it.runIf(isLongRun).each(['bootstrap', 'recover'])('passes its arguments to %s', async (name) => {
    const { code, output } = await command([name, '--organization'], {})
    expect(output).toContain('organization')
    expect(output).not.toContain('Unknown command')
    expect(code).toBe(1)
  })

  it.runIf(isLongRun).each([[[]], [['serve']]])('serves for %o', async (words) => {
    const port = String(await freePort())
    const process = built.command(words, { DATABASE_URL: database.url, PORT: port })
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status, {
        timeout: 15_000,
      })
      .toBe(200)
    process.child.kill('SIGTERM')
    expect(await process.ended).toBe(0)
  })
})
