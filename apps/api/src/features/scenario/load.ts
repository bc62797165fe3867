import { statusSets } from '@vadium/schema'
import pg, { type Client } from 'pg'
import { changingStatusAt } from '../../platform/db/changing-status.ts'
import { lockInstallation } from '../../platform/db/installation-lock.ts'
import { oneOf } from '../../platform/db/one-of.ts'
import { inTransactionOn } from '../../platform/db/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import { rememberPastInstructions } from '../custody/index.ts'
import { type PriceQuote, quoteWrites } from '../prices/index.ts'
import { HistoryPlayer } from './history-player.ts'
import type { HistoryServices } from './history-services.ts'
import { refuseLiveBook } from './live-book.ts'
import { readScenario } from './read-scenario.ts'
import { priceSourceRows, referenceRows, scenarioQuotes } from './rows.ts'
import type { Scenario } from './scenario.ts'
import { ScenarioError } from './scenario-error.ts'

export interface LoadedScenario {
  readonly name: string
  /** False if this file was loaded before. It is then not loaded again, and later changes stay. */
  readonly loaded: boolean
  /** Prices that are quoted repeatedly for as long as the service runs. */
  readonly live: readonly Omit<PriceQuote, 'observedAt'>[]
}

/** What {@link loadScenario} needs. */
export interface ScenarioLoad {
  readonly path: string
  /** The clock of the book. */
  readonly clock: Clock
  /** The services that play the history. */
  readonly services: HistoryServices
  /** Called now and then with the percentage of the history that has been played. */
  readonly onProgress?: ((percent: number) => void) | undefined
}

/**
 * Loads a scenario file once, completely or not at all: one transaction inserts its reference data
 * and plays its history. A file that was loaded before is skipped. Another one is refused unless
 * the database is empty, or holds only what scenarios wrote.
 * @throws ScenarioError with the path of the first fault.
 */
export async function loadScenario(
  client: Client,
  { path, clock, services, onProgress }: ScenarioLoad,
): Promise<LoadedScenario> {
  const { scenario, digest } = await readScenario(path, clock.now())
  const quotes = scenarioQuotes(scenario, clock.now())
  const live = quotes.filter((_quote, i) => scenario.prices[i]?.live === true)
  const rows = referenceRows(scenario)

  return inTransactionOn(client, async () => {
    await lockInstallation(client)
    const { rowCount } = await client.query('SELECT 1 FROM scenario_loads WHERE digest = $1', [
      digest,
    ])
    const loaded = rowCount === 0
    if (loaded) {
      await refuseLiveBook(client)
      await refuseKnownName(client, scenario.name)
      const now = new Date(clock.now()).toISOString()
      for (const [table, tableRows] of rows) await insert(client, table, tableRows)
      await insert(client, 'price_sources', priceSourceRows(scenario, now))
      await play({ client, services, onProgress }, scenario, now)
      for (const { text, values } of quoteWrites(quotes, now)) await client.query(text, values)
      await client.query(
        'INSERT INTO scenario_loads (digest, name, loaded_at) VALUES ($1, $2, $3)',
        [digest, scenario.name, now],
      )
    }
    return { name: scenario.name, loaded, live }
  })
}

async function play(
  parts: Pick<ScenarioLoad, 'services' | 'onProgress'> & { readonly client: Client },
  scenario: Scenario,
  now: string,
): Promise<void> {
  const { client } = parts
  if (scenario.first_order_number !== undefined) {
    await startOrderNumbers(client, scenario.first_order_number)
  }
  // An organization that is suspended now was active in its history.
  await client.query("UPDATE organizations SET status = 'active' WHERE id = ANY ($1)", [
    scenario.organizations.map(({ id }) => id),
  ])
  // Without statistics of the new rows, plans look so expensive that they would be compiled.
  await client.query('SET LOCAL jit = off')
  const player = await HistoryPlayer.begin(parts, scenario)
  await player.play(scenario.history)
  await refuseUnfinishedTriparty(client)
  await rememberPastInstructions(client)
  await changingStatusAt(client, now)
  const suspended = scenario.organizations.filter(({ status }) => status === 'suspended')
  await client.query("UPDATE organizations SET status = 'suspended' WHERE id = ANY ($1)", [
    suspended.map(({ id }) => id),
  ])
}

/** The ids of a history follow from its name, so another history of the name would repeat them. */
async function refuseKnownName(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM scenario_loads WHERE name = $1', [name])
  if (rowCount !== 0) throw new ScenarioError('name', 'is that of another file that was loaded')
}

/** The service instructs no tri-party agent, so it could not finish a transfer for one. */
async function refuseUnfinishedTriparty(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number }>(
    `SELECT o.number FROM transfers t JOIN orders o ON o.id = t.order_id
     WHERE o.collateral_type = 'TRIPARTY' AND t.leg = 'collateral'
       AND t.status ${oneOf(statusSets.transfer.underWay)} ORDER BY o.number LIMIT 1`,
  )
  const [order] = rows
  if (order === undefined) return
  const issue = `leaves TRIPARTY collateral of order ${order.number} under way: report its transfer`
  throw new ScenarioError('history', issue)
}

/** The lock keeps an order of another process from getting the same number meanwhile. */
async function startOrderNumbers(client: Client, first: number): Promise<void> {
  await client.query('LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE')
  const { rows } = await client.query<{ largest: number }>(
    'SELECT coalesce(max(number), 0) AS largest FROM orders',
  )
  const largest = rows[0]?.largest ?? 0
  if (first <= largest) {
    const issue = `must be above ${largest}, the largest number of an order`
    throw new ScenarioError('first_order_number', issue)
  }
  await client.query("SELECT setval('order_numbers', $1, false)", [first])
}

async function insert(client: Client, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  // All rows of a table get the same columns. A member that one row leaves out becomes null.
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].join(', ')
  try {
    await client.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const known = error.detail ?? error.message
    throw new ScenarioError(table, `${error.message}. ${known}`)
  }
}
