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
  const { rows: others } = await client.query<{ name: string; column: string }>(
    `SELECT partition::text AS name, quote_ident(time_column) AS column FROM month_partitions()
     WHERE month IS NULL ORDER BY 1`,
  )
  const warnings = missing.map(
    ({ name, month }) => `${name} has no partition for ${month}: see "Growth" in docs/operating.md`,
  )
  for (const { name, column } of others) {
    const { rows } = await client.query<{ count: number; least: string; most: string }>(
      `SELECT count(*)::float8 AS count, min(${column})::text AS least, max(${column})::text AS most
       FROM ${name}`,
    )
    const [found] = rows
    if (found === undefined || found.count === 0) continue
    const { count, least, most } = found
    warnings.push(`${name}, for all other times, has ${count} rows, ${least} to ${most}`)
  }
  return warnings
}
