import pg from 'pg'
import { withoutDigest } from '../../src/platform/statement-name.ts'

type Counts = Map<string, number>

const countPlans = 'SELECT name, custom_plans AS plans FROM pg_prepared_statements'

/**
 * The statements of write transactions that the connections of this process plan for their values
 * during some work.
 */
export async function plannedDuring(work: () => Promise<unknown>): Promise<string[]> {
  const { query } = pg.Client.prototype as { query: (...given: unknown[]) => unknown }
  const countsOf = async (client: pg.Client): Promise<Counts> => {
    const { rows } = (await query.call(client, countPlans)) as pg.QueryResult<{
      name: string
      plans: number
    }>
    return new Map(rows.map(({ name, plans }) => [name, plans]))
  }
  const before = new Map<pg.Client, Promise<Counts>>()
  const counted = function (this: pg.Client, ...given: unknown[]): unknown {
    if (this.pipeline && !before.has(this)) before.set(this, countsOf(this))
    return query.apply(this, given)
  }
  pg.Client.prototype.query = counted as typeof pg.Client.prototype.query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  }
  const planned: string[] = []
  for (const [client, counts] of before) {
    const [then, now] = [await counts, await countsOf(client)]
    for (const [name, plans] of now) {
      if (withoutDigest(name) !== name && plans > (then.get(name) ?? 0)) planned.push(name)
    }
  }
  return planned.map(withoutDigest).sort()
}
