import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BookFigures } from '../../../src/features/book-metrics/book-figures.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { beforeEachStatement } from '../../harness/before-each-statement.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'

let database: TestDatabase
let pool: Pool
let figures: BookFigures
/** How often the figures were asked for. */
let asked: number
/** What holds the next statement up. */
let held: Promise<void>
beforeEach(async () => {
  database = await createDatabase()
  pool = openServicePool({ url: database.url, poolSize: 1 })
  asked = 0
  held = Promise.resolve()
  beforeEachStatement(pool, (text) => {
    asked += text.includes('book_figures') ? 1 : 0
    return held
  })
  figures = new BookFigures({
    pool,
    clock: { now: () => Date.parse('2026-03-02T12:00:00.000Z') },
    logger: { warn: () => undefined },
    priceAgeSecondsMax: 180,
  })
  // Opened before the clock stands still.
  await pool.query('SELECT')
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await figures.close()
  await database.drop()
})

it('reads the figures once for scrapes within two seconds, also for those at the same moment', async () => {
  const [one, other] = await Promise.all([figures.read(), figures.read()])
  expect(one?.length).toBeGreaterThan(0)
  expect(other).toBe(one)
  vi.advanceTimersByTime(1999)
  expect(await figures.read()).toBe(one)
  expect(asked).toBe(1)
  vi.advanceTimersByTime(1)
  await figures.read()
  expect(asked).toBe(2)
})

it('lets no scrape wait for longer than a second and a half, and keeps the answer for the next', async () => {
  let answer: () => void = () => undefined
  held = new Promise((resolve) => {
    answer = resolve
  })
  const seen: unknown[] = []
  const first = figures.read().then((read) => seen.push(read))
  vi.advanceTimersByTime(1499)
  await new Promise(setImmediate)
  expect(seen).toEqual([])
  vi.advanceTimersByTime(1)
  await first
  expect(seen).toEqual([undefined])
  const next = figures.read()
  answer()
  expect((await next)?.length).toBeGreaterThan(0)
  expect(asked).toBe(1)
})
