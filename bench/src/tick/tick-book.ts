import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { generateKeyPair, VadiumClient } from '@vadium/client'
import { startTemporaryPostgres } from '@vadium/local-postgres'
import pg from 'pg'
import { postgresSettings } from '../running/bench-book.ts'
import { atTheEnd } from '../cleanup.ts'
import { startContestant } from '../contestants/contestant.ts'
import { serviceEntry, thisApi } from '../contestants/entries.ts'
import { type Metered, withCost } from '../cost/processor-time.ts'
import { pairCount, source, tickScenario } from './tick-scenario.ts'

/** How many positions the price changes bring to the margin call level, in turn. */
export const crossings = [3, 300, 10_000] as const

/** One price change, until both sides of the last position were notified. */
export interface TickFigures {
  readonly positions: number
  readonly crossings: number
  readonly notifiedMs: number
  readonly serverSeconds: number | undefined
  readonly databaseSeconds: number | undefined
}

/** The asset is lent at 60,000 USD, and 10 of it against so much collateral are at 130 %. */
const callPrice = (collateral: number) => (60_000 * 10 * 1.3) / collateral

/**
 * The collateral of the positions that the nth price change calls, in ETH. No price change is large
 * enough for a quote to be held.
 */
const collateralOf = (nth: number) => 315 + nth * 3
const safeCollateral = 400
const startPrice = '2500'
const priceOf = (nth: number) => (callPrice(collateralOf(nth)) - 5).toFixed(2)

const notifiedWithinMs = 120_000

/** A book of its own, with a service that runs on it. */
export class TickBook {
  readonly #owner: pg.Client
  readonly #client: VadiumClient
  readonly #service: Metered
  readonly #positions: number

  readonly #close: () => Promise<void>

  private constructor(
    owner: pg.Client,
    client: VadiumClient,
    service: Metered,
    positions: number,
    close: () => Promise<void>,
  ) {
    this.#close = close
    this.#owner = owner
    this.#client = client
    this.#service = service
    this.#positions = positions
  }

  /** The service starts on a filled book. @param api The server that Node runs. */
  static async open(positions: number, api = thisApi): Promise<TickBook> {
    const postgres = await startTemporaryPostgres({ durable: true, settings: postgresSettings })
    atTheEnd(() => postgres.stop())
    const folder = await mkdtemp(join(tmpdir(), 'vadium-bench-'))
    atTheEnd(() => rm(folder, { recursive: true, force: true }))
    const scenarioPath = join(folder, 'scenario.json')
    const pair = generateKeyPair()
    await writeFile(scenarioPath, JSON.stringify(tickScenario(pair.publicKey)))
    const entry = serviceEntry({ api, databaseUrl: postgres.url, scenarioPath })
    await (await startContestant(entry)).stop()
    const owner = new pg.Client({ connectionString: postgres.url })
    owner.on('error', () => undefined)
    await owner.connect()
    atTheEnd(() => owner.end())
    await fill(owner, positions)
    const service = await startContestant(entry)
    atTheEnd(() => service.stop())
    const client = new VadiumClient({
      baseUrl: `http://127.0.0.1:${service.port}`,
      privateKey: pair.privateKey,
    })
    const metered = { pid: service.pid, application: 'vadium' }
    const book = new TickBook(owner, client, metered, positions, async () => {
      await service.stop()
      await owner.end()
      await postgres.stop()
    })
    await book.#push(startPrice, '60000')
    await book.#settled()
    return book
  }

  /** Ends the service and its PostgreSQL. */
  close(): Promise<void> {
    return this.#close()
  }

  /** The price changes of a round, each after the one before. Then the price is back. */
  async round(): Promise<TickFigures[]> {
    const figures: TickFigures[] = []
    for (const [nth, count] of crossings.entries()) {
      // The collateral rises with nth, so a lower price calls each group before the next.
      const price = priceOf(nth)
      const before = await this.#notified()
      const startedMs = performance.now()
      const cost = await withCost(this.#owner, this.#service, async () => {
        await this.#push(price)
        const deadline = Date.now() + notifiedWithinMs
        while ((await this.#notified()) < before + 2 * count) {
          if (Date.now() > deadline) throw new Error(`${count} positions were not notified in time`)
          await wait(10)
        }
        return { requests: 1, notifiedMs: performance.now() - startedMs }
      })
      await this.#settled()
      figures.push({
        positions: this.#positions,
        crossings: count,
        notifiedMs: cost.notifiedMs,
        serverSeconds: secondsOf(cost.serverMicroseconds),
        databaseSeconds: secondsOf(cost.databaseMicroseconds),
      })
    }
    await this.#push(startPrice)
    await this.#settled()
    return figures
  }

  async #push(ethPrice: string, btcPrice?: string): Promise<void> {
    const quotes = [{ asset: 'ETH', source, price_usd: ethPrice }]
    if (btcPrice !== undefined) quotes.push({ asset: 'BTC', source, price_usd: btcPrice })
    const pushed = await this.#client.prices.push({ quotes })
    const held = pushed.quotes.find(({ outcome }) => outcome !== 'accepted')
    if (held !== undefined) throw new Error(`the price of ${held.asset} is ${held.outcome}`)
  }

  /** The notifications that the service has committed. */
  async #notified(): Promise<number> {
    const { rows } = await this.#owner.query<{ count: number }>(
      `SELECT count(*)::int FROM notifications WHERE category = 'margin_call_reached'`,
    )
    return rows[0]?.count ?? 0
  }

  /** Waits until the service and PostgreSQL have been idle for a while. */
  async #settled(): Promise<void> {
    for (let idle = 0; idle < 10;) {
      await wait(100)
      const { rows } = await this.#owner.query(
        `SELECT FROM pg_stat_activity WHERE application_name = $1 AND state <> 'idle'`,
        [this.#service.application],
      )
      idle = rows.length === 0 ? idle + 1 : 0
    }
  }
}

const secondsOf = (microseconds: number | undefined) =>
  microseconds === undefined ? undefined : microseconds / 1e6

/** Copies the orders and positions of the scenario. Groups of them are close to their level. */
async function fill(owner: pg.Client, positions: number): Promise<void> {
  const copies = positions - pairCount
  const id = (digit: number) =>
    `(lpad(to_hex(${digit}), 1, '0') || '0000000-0000-4000-8000-' || lpad(i::text, 12, '0'))`
  // The called positions are spread over the book.
  const rank = `(i::bigint * 48271 % ${copies} + 1)`
  let first = 1
  const groups = crossings.map((count, nth) => {
    const last = first + count - 1
    const group = `WHEN ${rank} <= ${last} THEN ${collateralOf(nth)}`
    first = last + 1
    return group
  })
  await owner.query(
    `INSERT INTO orders SELECT c.* FROM generate_series(1, ${copies}) AS i
     JOIN orders t ON t.number = 1 + i % ${pairCount},
     jsonb_populate_record(t, jsonb_build_object('id', ${id(10)}, 'number', 1000 + i)) c`,
  )
  await owner.query(
    `INSERT INTO positions SELECT c.* FROM generate_series(1, ${copies}) AS i
     JOIN orders o ON o.number = 1 + i % ${pairCount} JOIN positions t ON t.order_id = o.id,
     jsonb_populate_record(t, jsonb_build_object('id', ${id(11)}, 'order_id', ${id(10)},
       'collateral_quantity', CASE ${groups.join(' ')} ELSE ${safeCollateral} END)) c`,
  )
  await owner.query('VACUUM ANALYZE')
}
