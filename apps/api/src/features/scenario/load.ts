import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg, { type Client } from 'pg'
import { inTransactionOn } from '../../platform/db/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import { compileValidator } from '../../platform/http/validation.ts'
import { importOrders, importThreads } from '../deals/index.ts'
import { type PriceQuote, storeQuotes } from '../prices/index.ts'
import { priceSourceRows, scenarioQuotes, scenarioRows } from './rows.ts'
import { EarlierScenario as Scenario } from './scenario.ts'
import { ScenarioError } from './scenario-error.ts'

export interface LoadedScenario {
  readonly name: string
  /** False if this file was loaded before. It is then not loaded again, and later changes stay. */
  readonly loaded: boolean
  /** Prices that are quoted repeatedly for as long as the service runs. */
  readonly live: readonly Omit<PriceQuote, 'observedAt'>[]
}

const scenarioLock = 8_314_072_027
const checkScenario = compileValidator(Scenario, '')

/**
 * Loads a scenario file once, completely or not at all. A file that was loaded before is skipped.
 * @throws ScenarioError with the path of the first fault.
 */
export async function loadScenario(
  client: Client,
  path: string,
  clock: Clock,
): Promise<LoadedScenario> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new ScenarioError('', `${path} cannot be read: ${String(error)}`)
  })
  const scenario = parse(bytes)
  const digest = createHash('sha256').update(bytes).digest()
  const quotes = scenarioQuotes(scenario, clock.now())
  const live = quotes.filter((_quote, i) => scenario.prices[i]?.live === true)
  const rows = scenarioRows(scenario)

  return inTransactionOn(client, async () => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [scenarioLock])
    const { rowCount } = await client.query('SELECT 1 FROM scenario_loads WHERE digest = $1', [
      digest,
    ])
    const loaded = rowCount === 0
    if (loaded) {
      const now = new Date(clock.now()).toISOString()
      for (const [table, tableRows] of rows) await insert(client, table, tableRows)
      await client.query(
        "SELECT setval('order_numbers', (SELECT coalesce(max(number), 0) + 1 FROM orders), false)",
      )
      await importOrders(client, now)
      await importThreads(client, now)
      await insert(client, 'price_sources', priceSourceRows(scenario, now))
      await storeQuotes(client, quotes, now)
      await client.query(
        'INSERT INTO scenario_loads (digest, name, loaded_at) VALUES ($1, $2, $3)',
        [digest, scenario.name, now],
      )
    }
    return { name: scenario.name, loaded, live }
  })
}

function parse(bytes: Buffer): Scenario {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw new ScenarioError('', `is not JSON: ${String(error)}`)
  }
  const fault = checkScenario(value)
  if (fault === undefined) return value as Scenario
  const path = fault.field.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]')
  throw new ScenarioError(path, fault.issue)
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
