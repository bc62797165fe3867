import type { ClientBase } from 'pg'

type Client = Pick<ClientBase, 'query'>

/** A partition that has the rows of a month. */
export interface MonthPartition {
  readonly parent: string
  readonly name: string
  /** The first moment of the next month, in Unix milliseconds. */
  readonly untilMs: number
  readonly bytes: number
}

/** All partitions but the default ones, oldest first. */
export async function monthPartitions(client: Client): Promise<MonthPartition[]> {
  const { rows } = await client.query<MonthPartition>(
    `SELECT parent::text, name,
       extract(epoch FROM month AT TIME ZONE 'UTC' + interval '1 month')::float8 * 1000
         AS "untilMs",
       pg_total_relation_size(partition)::float8 AS bytes
     FROM month_partitions() WHERE month IS NOT NULL ORDER BY month, name`,
  )
  return rows
}

/**
 * Detaches a partition. Its rows stay in a table of the same name, which the service cannot read.
 */
export async function detachMonth(client: Client, { parent, name }: MonthPartition): Promise<void> {
  await client.query(
    `INSERT INTO detached_months (parent, month, partition)
     SELECT parent::text, month, name FROM month_partitions() WHERE name = $1
     ON CONFLICT (parent, month) DO NOTHING`,
    [name],
  )
  const { rows } = await client.query<{ text: string }>(
    "SELECT format('ALTER TABLE %I DETACH PARTITION %I', $1::text, $2::text) AS text",
    [parent, name],
  )
  await client.query(rows[0]?.text ?? '')
}

interface DefaultPartition {
  readonly parent: string
  readonly name: string
  /** The column that decides the partition, as an identifier of SQL. */
  readonly column: string
}

async function defaultPartitions(client: Client): Promise<DefaultPartition[]> {
  const { rows } = await client.query<DefaultPartition>(
    `SELECT parent::text, partition::text AS name, quote_ident(time_column) AS column
     FROM month_partitions() WHERE month IS NULL ORDER BY 1`,
  )
  return rows
}

/**
 * Rows of an older month stay where they are: a clock was wrong, and would make months of any year.
 */
const yearsMax = 5

/**
 * Gives past months whose rows are in a default partition a partition of their own, so that they
 * can be dropped or detached. `inTransaction` runs the work for one month.
 *
 * @returns the number of partitions that were made.
 */
export async function makePastMonths(
  client: Client,
  inTransaction: (work: () => Promise<void>) => Promise<void>,
): Promise<number> {
  let made = 0
  for (const { parent, name, column } of await defaultPartitions(client)) {
    const { rows } = await client.query<{ month: string }>(
      `SELECT DISTINCT date_trunc('month', ${column}, 'UTC') AS month FROM ${name}
       WHERE ${column} < date_trunc('month', now(), 'UTC')
         AND ${column} > now() - interval '${yearsMax} years' ORDER BY 1`,
    )
    for (const { month } of rows) {
      await inTransaction(async () => {
        const { rows: results } = await client.query<{ isMade: boolean }>(
          `SELECT make_partition($1::regclass, a.attname::text, $2) AS "isMade" FROM pg_attribute a
           WHERE a.attrelid = $1::regclass AND quote_ident(a.attname) = $3`,
          [parent, month, column],
        )
        if (results[0]?.isMade === true) made += 1
      })
    }
  }
  return made
}

/** The rows of a partition, and their first and last time: null if it has none. */
type CountedRows = { readonly count: number } & (
  | { readonly least: string; readonly most: string }
  | { readonly least: null; readonly most: null }
)

/** What is unusual about the partitions, and needs a person before long. */
export async function monthWarnings(client: Client): Promise<string[]> {
  const { rows: known } = await client.query<{ known: boolean }>(
    "SELECT to_regprocedure('month_partitions()') IS NOT NULL AS known",
  )
  if (known[0]?.known !== true) return []
  const { rows: missing } = await client.query<{ name: string; month: string }>(
    `SELECT t.name, to_char(m.month AT TIME ZONE 'UTC', 'YYYY-MM') AS month
     FROM tables_by_month() t CROSS JOIN LATERAL (
       SELECT (date_trunc('month', now(), 'UTC') AT TIME ZONE 'UTC' + n * interval '1 month')
         AT TIME ZONE 'UTC' AS month FROM generate_series(0, 1) n) m
     WHERE NOT EXISTS (
       SELECT FROM month_partitions() p WHERE p.parent = t.parent AND p.month = m.month)
     ORDER BY 1, 2`,
  )
  const warnings = missing.map(
    ({ name, month }) => `${name} has no partition for ${month}: see "Growth" in docs/operating.md`,
  )
  for (const { name, column } of await defaultPartitions(client)) {
    const { rows } = await client.query<CountedRows>(
      `SELECT count(*)::float8 AS count, min(${column})::text AS least, max(${column})::text AS most
       FROM ${name}`,
    )
    const [found] = rows
    if (found?.least == null) continue
    const { count, least, most } = found
    warnings.push(`${name}, for all other times, has ${count} rows, ${least} to ${most}`)
  }
  return warnings
}
